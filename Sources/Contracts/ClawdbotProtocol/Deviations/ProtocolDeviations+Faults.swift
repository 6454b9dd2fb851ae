internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance
internal import Foundation

// F1, F2
extension ProtocolDeviations {
  static var ofFaults: [Deviation] {
    [
      code("null is of a wrong type") { fault, _ in fault.code == .nullValue ? .wrongType : fault.code },
      code("null is missing") { fault, _ in fault.code == .nullValue ? .missingKey : fault.code },
      code("null at the root is of a wrong type") { fault, _ in
        fault.code == .nullValue && fault.path.tokens.isEmpty ? .wrongType : fault.code
      },
      code("null at the root is no JSON") { fault, _ in
        fault.code == .nullValue && fault.path.tokens.isEmpty ? .malformedJSON : fault.code
      },
      code("what is missing is null") { fault, _ in fault.code == .missingKey ? .nullValue : fault.code },
      code("an unknown name is of a wrong type") { fault, _ in
        if case .name = fault.shape, fault.code == .invalidValue { .wrongType } else { fault.code }
      },
      code("a string that is no date is of a wrong type") { fault, _ in
        if case .date = fault.shape, fault.code == .invalidValue { .wrongType } else { fault.code }
      },
      code("a number out of range is of a wrong type") { fault, _ in
        if case .integer = fault.shape, fault.code == .invalidValue { .wrongType } else { fault.code }
      },
      code("a wrong type is an invalid value") { fault, _ in fault.code == .wrongType ? .invalidValue : fault.code },
      code("a wrong type at the root is no JSON") { fault, _ in
        fault.code == .wrongType && fault.path.tokens.isEmpty ? .malformedJSON : fault.code
      },
      code("zero is false and one is true") { fault, trip in
        if case .flag = fault.shape, trip.root.node(at: fault.path)?.number != nil { nil } else { fault.code }
      },
      code("the words true and false are booleans") { fault, trip in
        if case .flag = fault.shape, trip.root.node(at: fault.path)?.string != nil { nil } else { fault.code }
      },
      code("names may be in any case") { fault, trip in
        guard case .name(let names) = fault.shape, let text = trip.root.node(at: fault.path)?.string else {
          return fault.code
        }
        return names.contains { $0.lowercased() == text.lowercased() } ? nil : fault.code
      },
      code("names may be in snake case") { fault, trip in
        guard case .name(let names) = fault.shape, let text = trip.root.node(at: fault.path)?.string else {
          return fault.code
        }
        return names.contains { $0.snakeCased == text } ? nil : fault.code
      },
      code("names are trimmed") { fault, trip in
        guard case .name(let names) = fault.shape, let text = trip.root.node(at: fault.path)?.string else {
          return fault.code
        }
        return names.contains(text.trimmed) ? nil : fault.code
      },
      code("an unknown name is carried") { fault, _ in
        if case .name = fault.shape, fault.code == .invalidValue { nil } else { fault.code }
      },
      code("names may be numbers") { fault, trip in
        if case .name = fault.shape, trip.root.node(at: fault.path)?.number != nil { nil } else { fault.code }
      },
      malformed("what is no JSON is an invalid value") { _ in WireFault.Code.invalidValue.json(at: JSONPointer()) },
      malformed("what is no JSON has a path") { _ in WireFault.Code.malformedJSON.json(at: JSONPointer()) },
      malformed("an empty text is null") { text in
        text.trimmed.isEmpty ? WireFault.Code.nullValue.json(at: JSONPointer()) : nil
      },
      malformed("what is wrong before the end of JSON is told first") { text in
        text.hasPrefix(#"{"value":7"#) ? WireFault.Code.wrongType.json(at: JSONPointer(tokens: ["value"])) : nil
      },
      mending("a comma may stand before the end") { $0.replacingText(",}", with: "}").replacingText(",]", with: "]") },
      mending("quotes may be single") { $0.replacingText("'", with: "\"") },
      mending("keys need no quotes") { $0.replacingText("{value:", with: "{\"value\":") },
      mending("comments are passed over") { $0.replacingText("// m", with: "") },
      mending("what follows the value is passed over") { text in
        text.range(of: "}{").map { String(text[..<$0.lowerBound]) + "}" } ?? text
      },
      mending("numbers may begin with zeros or a plus") { text in
        text.replacingText(":01", with: ":1").replacingText(":+1", with: ":1")
      },
      mending("control characters need no escape") { $0.replacingText("a\nb", with: "a b") },
      mending("what is cut short is whole") { $0.hasSuffix("\"m\"") ? $0 + "}" : $0 },
    ]
  }

  static var ofFaultOrder: [Deviation] {
    [
      choosing("the last fault is told") { $0.last },
      choosing("faults go by the alphabet") { faults in
        faults.min { TextKey($0.path.description) < TextKey($1.path.description) }
      },
      choosing("faults go by their depth") { faults in
        faults.min { $0.path.tokens.count < $1.path.tokens.count }
      },
      choosing("the deepest fault is told") { faults in
        faults.max { $0.path.tokens.count < $1.path.tokens.count }
      },
      choosing("what is missing is told first") { faults in faults.first { $0.code == .missingKey } ?? faults.first },
      choosing("what is missing is told last") { faults in faults.first { $0.code != .missingKey } ?? faults.first },
      choosing("null is told first") { faults in faults.first { $0.code == .nullValue } ?? faults.first },
      choosing("wrong types are told first") { faults in faults.first { $0.code == .wrongType } ?? faults.first },
      choosing("wrong types are told before values") { faults in
        faults.first { $0.code != .invalidValue } ?? faults.first
      },
      roundTripping("F2", "faults go by the order of the text") { trip in
        let faults = trip.shape.faults(in: trip.root.value)
        let first = faults.min { first, second in trip.offset(of: first.path) < trip.offset(of: second.path) }
        return first.map { $0.code.json(at: $0.path) } ?? trip.answer
      },
      path("a missing key has the path of its object") { fault in
        fault.code == .missingKey ? JSONPointer(tokens: fault.path.tokens.dropLast()) : fault.path
      },
      path("the path names the outermost member alone") { JSONPointer(tokens: Array($0.path.tokens.prefix(1))) },
      path("the path names the innermost member alone") { JSONPointer(tokens: $0.path.tokens.suffix(1)) },
      path("the path has dots") {
        JSONPointer(tokens: $0.path.tokens.isEmpty ? [] : [$0.path.tokens.joined(separator: ".")])
      },
      path("the path of the root is a slash") { $0.path.tokens.isEmpty ? JSONPointer(tokens: [""]) : $0.path },
      path("there is no path at the root") { $0.path.tokens.isEmpty ? nil : $0.path },
      path("the path goes on to where the value is") { fault in
        if case .id = fault.shape, fault.code != .missingKey { fault.path.appending("value") } else { fault.path }
      },
    ]
  }

  /// Nil accepts the text as it is.
  private static func code(
    _ mistake: String, _ change: @escaping @Sendable (ProtocolShape.Fault, ProtocolTrip) -> WireFault.Code?
  ) -> Deviation {
    faulting("F1", mistake) { fault, trip in change(fault, trip).map { ($0, $0 == .malformedJSON ? nil : fault.path) } }
  }

  private static func path(
    _ mistake: String, _ change: @escaping @Sendable (ProtocolShape.Fault) -> JSONPointer?
  ) -> Deviation {
    faulting("F2", mistake) { fault, _ in (fault.code, change(fault)) }
  }

  private static func choosing(
    _ mistake: String, _ choose: @escaping @Sendable ([ProtocolShape.Fault]) -> ProtocolShape.Fault?
  ) -> Deviation {
    roundTripping("F2", mistake) { trip in
      choose(trip.shape.faults(in: trip.root.value)).map { $0.code.json(at: $0.path) } ?? trip.answer
    }
  }

  /// Another fault of a text that is no JSON.
  private static func malformed(
    _ mistake: String, _ fault: @escaping @Sendable (String) -> JSONValue?
  ) -> Deviation {
    replacing("F1", mistake) { request in
      guard let text = request.input["json"]?.string, ProtocolTrip(request) == nil else { return nil }
      return fault(text).map { .output($0) }
    }
  }

  /// A text that is no JSON, read as one that is.
  private static func mending(_ mistake: String, _ change: @escaping @Sendable (String) -> String) -> Deviation {
    replacing("F1", mistake) { request in
      guard let text = request.input["json"]?.string, ProtocolTrip(request) == nil,
        case .object(let input) = request.input
      else { return nil }
      return RoundTrip.outcome(of: .object(input.setting("json", .string(change(text)))))
    }
  }
}

extension ProtocolTrip {
  /// Where a member stands in the text; what is missing, at its end.
  fileprivate func offset(of path: JSONPointer) -> Int { root.node(at: path)?.sourceRange.lowerBound ?? .max }
}
