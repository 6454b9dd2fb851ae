internal import Conformance

extension Report.Cause {
  static func found(in report: Report, operations: [[ContractOperation]] = []) -> [Report.Cause] { [] }
}
