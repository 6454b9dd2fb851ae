package import CanonicalJSON

/// What Swift links to a contract, under the name that its manifest gives; each part may be
/// missing.
package struct Support: Sendable {
  package let name: String
  /// In order of preference: a golden comes from the first that has the capabilities its case
  /// requires.
  package let implementations: [any Implementation]
  package let recording: Recording?
  /// What is linked for an operation, by its name.
  package let operations: [String: SupportedOperation]

  package init(
    _ name: String,
    implementations: [any Implementation] = [],
    recording: Recording? = nil,
    operations: [String: SupportedOperation] = [:]
  ) {
    self.name = name
    self.implementations = implementations
    self.recording = recording
    self.operations = operations
  }
}

/// What can be said of an input that the reference has read.
package struct SupportedOperation: Sendable {
  /// Why an input is none; nil: it is one.
  package let refusal: @Sendable (JSONValue) -> InputRefusal?
  /// The orders of arrival that must all give the same output; nil where there is but one.
  package let schedules: (@Sendable (JSONValue) -> (any ScheduleSpace)?)?
  /// How the reference comes to its output.
  package let account: (@Sendable (JSONValue) throws(InputRefusal) -> Account)?

  /// - Parameter read: the reference's own reading, on which the others build.
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

/// Recorded payloads, which a case or an input may hold in place of what they amount to.
package struct Recording: Sendable {
  /// The member that holds them.
  package let member: String
  /// The member of an input that they stand for.
  package let target: String
  /// What a payload amounts to, by its index.
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
}

package struct InputRefusal: Error, Hashable, Sendable {
  package let message: String
  package let pointer: JSONPointer

  package init(_ message: String, at pointer: JSONPointer) {
    self.message = message
    self.pointer = pointer
  }
}
