// Set-up of the examples in doc comments. tools/ci/check-documentation.py compiles it with each.

import ConformanceTesting
import Foundation
import Testing
import XCTest

func timeline(ofRowsIn input: Data) throws -> Data { input }

func slug(ofTextIn input: Data) throws -> Data { input }

let list = URL(filePath: "known-failures.jsonl")

@MainActor let report: ConformanceReport = { fatalError("The examples aren't run.") }()
@MainActor let suite: ConformanceSuite = { fatalError("The examples aren't run.") }()
