internal import Foundation

/// Whether the tests that take long try everything. `.ci/nightly` sets the variable
/// `PARITY_TEST_ALL` for that. Otherwise, they try a sample.
package let triesEverything = ProcessInfo.processInfo.environment["PARITY_TEST_ALL"] != nil

extension Array {
  /// Returns every `step`-th element, or all of them if the tests try everything.
  package func sampled(every step: Int) -> [Element] {
    triesEverything ? self : indices.filter { $0 % step == 0 }.map { self[$0] }
  }
}
