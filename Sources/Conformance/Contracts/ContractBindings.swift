package import CanonicalJSON

/// The Swift code that is linked to a contract, under the name that the contract's manifest gives.
/// Each part may be missing.
package struct ContractBindings: Sendable {
  package let name: String
  /// The implementations in order of preference. A golden comes from the first one that has the
  /// capabilities its case requires.
  package let implementations: [any Implementation]
  /// The form of recorded payloads that inputs of the contract may use.
  package let recording: Recording?
  /// The form of rows that apps export and that inputs of the contract can be made of.
  package let rowExport: RowExport?
  /// The linked parts for individual operations, by the name of the operation.
  package let operations: [String: OperationBindings]

  package init(
    _ name: String,
    implementations: [any Implementation] = [],
    recording: Recording? = nil,
    rowExport: RowExport? = nil,
    operations: [String: OperationBindings] = [:]
  ) {
    self.name = name
    self.implementations = implementations
    self.recording = recording
    self.rowExport = rowExport
    self.operations = operations
  }
}

/// Functions that analyze the input of an operation with the reference's own reader.
package struct OperationBindings: Sendable {
  /// Returns the reason why an input is invalid, or `nil` if it is valid.
  package let refusal: @Sendable (JSONValue) -> InputRefusal?
  /// Returns the orderings of an input that must all produce the same output, or `nil` if there is
  /// only one.
  package let schedules: (@Sendable (JSONValue) -> (any ScheduleSpace)?)?
  /// Returns an account of how the reference arrives at its output, or throws if the input is
  /// invalid.
  package let account: (@Sendable (JSONValue) throws(InputRefusal) -> Account)?

  /// Creates the functions for an operation from functions that take its input as the reference
  /// reads it.
  ///
  /// - Parameters:
  ///   - read: The reference's own reader, which throws for an invalid input.
  ///   - schedules: Returns the orderings of an input.
  ///   - account: Returns an account of how the reference arrives at its output.
  package init<Input>(
    reading read: @escaping @Sendable (JSONValue) throws(InputRefusal) -> Input,
    schedules: (@Sendable (Input) -> (any ScheduleSpace)?)? = nil,
    account: (@Sendable (Input) -> Account)? = nil
  ) {
    refusal = { input in
      do throws(InputRefusal) {
        _ = try read(input)
        return nil
      } catch {
        return error
      }
    }

    if let schedules {
      self.schedules = { (try? read($0)).flatMap(schedules) }
    } else {
      self.schedules = nil
    }

    if let account {
      self.account = { input throws(InputRefusal) in account(try read(input)) }
    } else {
      self.account = nil
    }
  }
}

/// A way to write recorded payloads in a case or an input instead of the values that they convert
/// to.
package struct Recording: Sendable {
  /// The name of the member that holds the payloads.
  package let member: String
  /// The name of the member of an input that the payloads replace.
  package let target: String
  /// Returns the value that a payload converts to. The second argument is its index.
  package let element: @Sendable (JSONObject, Int) -> JSONValue

  package init(
    member: String,
    target: String,
    element: @escaping @Sendable (JSONObject, Int) -> JSONValue
  ) {
    self.member = member
    self.target = target
    self.element = element
  }

  /// Returns the input that an array of payloads converts to. A payload that isn't an object stays
  /// as it is.
  package func input(of payloads: JSONValue) -> JSONValue {
    let elements = (payloads.elements ?? []).enumerated().map { index, payload in
      payload.object.map { element($0, index) } ?? payload
    }
    return [target: .array(elements)]
  }
}

/// A way to make the input of a case from rows that an app exports.
package struct RowExport: Sendable {
  /// An exported row, decrypted if necessary.
  package struct Row: Sendable {
    /// The members other than the content, in the order in which cases write them.
    package let members: [(key: String, value: JSONValue)]
    package let content: String

    package init(members: [(key: String, value: JSONValue)], content: String) {
      self.members = members
      self.content = content
    }
  }

  /// The name of the member of an input that holds the rows.
  package let target: String
  /// Returns a row, decrypted with a key if it is encrypted.
  package let row: @Sendable (JSONValue, String?) throws(RowExportError) -> Row

  package init(
    target: String,
    row: @escaping @Sendable (JSONValue, String?) throws(RowExportError) -> Row
  ) {
    self.target = target
    self.row = row
  }
}

/// The reason why an exported row can't be used.
package enum RowExportError: Error, Hashable, Sendable {
  /// The row isn't a row of the contract. The text says why.
  case invalid(String)
  /// The row is encrypted, and no key is given.
  case missingKey
  /// The row is encrypted, and the key isn't one.
  case unusableKey
  /// The row can't be decrypted. The text says why.
  case undecryptable(String)
}

/// An error for an invalid input, with the place of the invalid part.
package struct InputRefusal: Error, Hashable, Sendable {
  package let message: String
  package let pointer: JSONPointer

  package init(_ message: String, at pointer: JSONPointer) {
    self.message = message
    self.pointer = pointer
  }
}
