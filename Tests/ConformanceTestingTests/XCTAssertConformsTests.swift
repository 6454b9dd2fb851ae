import ConformanceTesting
import Foundation
import XCTest

/// The assertions for XCTest, in tests of XCTest.
final class XCTAssertConformsTests: XCTestCase {
  func testCodeThatConformsPasses() async throws {
    let own = try OwnSuite()
    try await own.recordAll()
    try await own.withVariables {
      await XCTAssertConforms(to: try ConformanceSuite("slug", in: own.folder), Slugs().output)
    }
  }

  func testOneCaseOfCodeThatConformsPasses() async throws {
    let own = try OwnSuite()
    try await own.recordAll()
    for testCase in try ConformanceCase.all(of: "slug", in: own.folder) {
      await own.withVariables { await XCTAssertConforms(to: testCase, Slugs().output) }
    }
  }
}
