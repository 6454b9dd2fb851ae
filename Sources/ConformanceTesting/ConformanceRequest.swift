public import CanonicalJSON
public import Foundation

/// A call of an operation, which the code under test answers with an output.
public struct ConformanceRequest: Sendable {
  /// The name of the operation. Contracts with one operation always have the same.
  public let operation: String
  /// The input, with every number and repeated key as the case file has it.
  public let input: JSONValue
  /// The input as JSON in UTF-8.
  public var inputData: Data { Data(input.writtenUTF8()) }

  /// Creates a request with an input of the case or with another ordering of it.
  init(operation: String, input: JSONValue) {
    self.operation = operation
    self.input = input
  }
}

/// An output that a check compares: JSON as `Data`, as a `String` or as a `JSONValue`.
public protocol ConformanceOutput: SendableMetatype {
  /// Returns the output as a value.
  ///
  /// - Throws: An error that says why the output isn't valid JSON.
  func conformanceValue() throws -> JSONValue
}

extension JSONValue: ConformanceOutput {
  /// Returns the value itself.
  public func conformanceValue() -> JSONValue { self }
}

extension Data: ConformanceOutput {
  /// Returns the value of the JSON in UTF-8, or throws if it isn't valid.
  public func conformanceValue() throws -> JSONValue {
    try InvalidOutput.rethrown { () throws(JSONSyntaxError) in
      try JSONDocument(parsing: Array(self))
    }.root.value
  }
}

extension String: ConformanceOutput {
  /// Returns the value of the JSON, or throws if it isn't valid.
  public func conformanceValue() throws -> JSONValue {
    try InvalidOutput.rethrown { () throws(JSONSyntaxError) in
      try JSONDocument(parsing: self)
    }.root.value
  }
}

/// The error for an output that isn't JSON.
private struct InvalidOutput: Error, CustomStringConvertible {
  let description: String

  /// Parses an output, and turns a syntax error into an error that says that the output is at
  /// fault.
  static func rethrown(
    _ parse: () throws(JSONSyntaxError) -> JSONDocument
  ) throws(InvalidOutput) -> JSONDocument {
    do throws(JSONSyntaxError) {
      return try parse()
    } catch {
      throw InvalidOutput(description: "the output isn't valid JSON: \(error)")
    }
  }
}
