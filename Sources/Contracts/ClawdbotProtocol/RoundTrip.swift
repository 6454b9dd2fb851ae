internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance

/// The operation `roundtrip`: a JSON text, read as a type of the protocol and written again.
enum RoundTrip {
  static func outcome(of input: JSONValue) -> Outcome {
    guard let type = input["type"]?.string.flatMap(WireType.init(name:)), let json = input["json"]?.string else {
      return .failure("the input holds no type and JSON text")
    }
    do {
      return .output(["value": try type.roundTrip(json)])
    } catch let fault as WireFault {
      return .output(fault.json)
    } catch {
      return .failure("what was read cannot be written: \(error)")
    }
  }
}

extension WireFault {
  /// What `roundtrip` gives in place of a value.
  fileprivate var json: JSONValue { code.json(at: path) }
}

extension WireFault.Code {
  /// The output that tells the fault; the path is left out where it is nil.
  func json(at path: JSONPointer?) -> JSONValue {
    var error: JSONObject = ["code": .string(rawValue)]
    error["path"] = path.map { .string($0.description) }
    return ["error": .object(error)]
  }
}
