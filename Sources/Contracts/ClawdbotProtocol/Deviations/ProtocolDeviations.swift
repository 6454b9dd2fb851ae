package import CanonicalJSON
package import ClawdbotProtocol
package import Conformance

/// Implementations of `clawdbot-protocol` that break one rule each, in ways in which people get it wrong.
package enum ProtocolDeviations {
  package static var all: [Deviation] {
    ofMembers + ofIDs + ofSenders + ofDates + ofDateForms + ofIntegers + ofText + ofFaults + ofFaultOrder + ofOrder
      + ofCompletion + ofForgetting
  }

  // MARK: - Round trips

  /// The reference, which reads each part changed; nil leaves a member out.
  package static func reading(
    _ rule: String, _ mistake: String, _ change: @escaping @Sendable (ProtocolPart) -> JSONValue?
  ) -> Deviation {
    roundTripping(rule, mistake) { trip in
      let part = trip.part(of: trip.root.value)
      return trip.answer(to: part.mapped(reading: trip.root, change) ?? .null)
    }
  }

  /// What the reference writes, with each part changed; nil leaves a member out.
  package static func writing(
    _ rule: String, _ mistake: String, _ change: @escaping @Sendable (ProtocolPart) -> JSONValue?
  ) -> Deviation {
    roundTripping(rule, mistake) { trip in
      guard let value = trip.answer["value"] else { return trip.answer }
      let part = trip.part(of: value)
      return ["value": part.mapped(reading: trip.root, change) ?? .null]
    }
  }

  /// The fault that the reference tells, changed; nil accepts the text as it is.
  package static func faulting(
    _ rule: String, _ mistake: String,
    _ change: @escaping @Sendable (ProtocolShape.Fault, ProtocolTrip) -> (code: WireFault.Code, path: JSONPointer?)?
  ) -> Deviation {
    roundTripping(rule, mistake) { trip in
      guard let fault = trip.shape.faults(in: trip.root.value).first else { return trip.answer }
      guard let changed = change(fault, trip) else { return ["value": trip.root.value] }
      return changed.code.json(at: changed.path)
    }
  }

  /// An answer to a text that is JSON.
  static func roundTripping(
    _ rule: String, _ mistake: String, _ answer: @escaping @Sendable (ProtocolTrip) -> JSONValue
  ) -> Deviation {
    replacing(rule, mistake) { request in
      ProtocolTrip(request).map { .output(answer($0)) }
    }
  }

  /// The reference, but for requests that it is not asked.
  static func replacing(
    _ rule: String, _ mistake: String, _ answer: @escaping @Sendable (Request) -> Outcome?
  ) -> Deviation {
    Deviation(
      rule, mistake,
      implementation: ProtocolImplementation(name: "\(rule): \(mistake)") { request in
        if let outcome = answer(request) {
          outcome
        } else {
          await ProtocolImplementation.reference.respond(to: request)
        }
      })
  }

  // MARK: - Assembly

  /// Another assembler.
  package static func assembling(
    _ rule: String, _ mistake: String, _ change: @escaping @Sendable (inout PlainAssembler) -> Void = { _ in }
  ) -> Deviation {
    replacing(rule, mistake) { request in
      guard let steps = Assembly.steps(in: request.input) else { return nil }
      var assembler = PlainAssembler()
      change(&assembler)
      return .output(["results": .array(steps.map { assembler.result(of: $0) })])
    }
  }
}

/// A round trip that is asked for, of a text that is JSON.
package struct ProtocolTrip {
  let typeName: String
  let shape: ProtocolShape
  let text: String
  let root: JSONNode

  /// Nil for any other request.
  init?(_ request: Request) {
    guard let typeName = request.input["type"]?.string, let shape = ProtocolShape(typeName: typeName),
      let text = request.input["json"]?.string, let document = try? JSONDocument(parsing: text)
    else { return nil }
    self.typeName = typeName
    self.shape = shape
    self.text = text
    root = document.root
  }

  /// The whole of what is read, or written.
  func part(of json: JSONValue) -> ProtocolPart {
    ProtocolPart(json: json, shape: shape, path: JSONPointer(), isOptional: false, read: root, source: text)
  }

  /// What the reference says.
  var answer: JSONValue { answer(text: text) }

  /// Where the first part of that kind is, in order of declaration, the whole before its members.
  func firstPath(where isSought: (ProtocolPart) -> Bool) -> JSONPointer? {
    var found: JSONPointer?
    _ = part(of: root.value).mapped(reading: root) { part in
      if found == nil, isSought(part) { found = part.path }
      return part.json
    }
    return found
  }

  /// What the reference says to another value.
  func answer(to json: JSONValue) -> JSONValue { answer(text: json.canonicalText()) }

  private func answer(text: String) -> JSONValue {
    let input: JSONValue = ["type": .string(typeName), "json": .string(text)]
    return RoundTrip.outcome(of: input).output?.value ?? .null
  }
}
