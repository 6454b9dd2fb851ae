// Set-up of the examples in doc comments. tools/ci/check-documentation.py compiles it with each.

import EventStream
import Foundation

struct BuildResult: Decodable {
  let passed: Bool
}

let payload: WorkflowEvent.Payload = { fatalError("The examples aren't run.") }()

func send(_ request: SessionRequest) {}
