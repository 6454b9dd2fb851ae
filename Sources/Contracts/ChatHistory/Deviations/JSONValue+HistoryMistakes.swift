internal import CanonicalJSON
internal import Foundation

extension JSONValue {
  // Of a session.
  var id: String { self["sessionId"]?.string ?? "" }
  var time: Int64 { self["timestamp"]?.number?.integer ?? 0 }
  var lines: [JSONValue] { self["dialogLines"]?.elements ?? [] }

  var normalized: JSONValue {
    mapped {
      .string($0.normalized)
    } integer: {
      .number(JSONNumber(Int($0)))
    }
  }

  /// An object with a member set, or without it.
  func setting(_ key: String, _ value: JSONValue?) -> JSONValue {
    guard case .object(var object) = self else { return self }
    object[key] = value
    return .object(object)
  }

  /// Every text and every integer in it changed.
  func mapped(string: (String) -> JSONValue, integer: (Int64) -> JSONValue) -> JSONValue {
    switch self {
    case .string(let text): string(text)
    case .number(let number): number.integer.map(integer) ?? self
    case .array(let elements): .array(elements.map { $0.mapped(string: string, integer: integer) })
    case .object(let object):
      .object(JSONObject(object.map { ($0.key, $0.value.mapped(string: string, integer: integer)) }))
    case .null, .bool: self
    }
  }
}

extension [JSONValue] {
  /// The first line of each id.
  var unique: [JSONValue] {
    var seen = Set<JSONValue>()
    return filter { seen.insert($0["id"] ?? .null).inserted }
  }
}

extension String {
  var normalized: String { precomposedStringWithCanonicalMapping }
  var withoutSpaceAround: String { trimmingCharacters(in: .whitespacesAndNewlines) }
  var untilNUL: String { String(unicodeScalars.prefix { $0 != "\0" }) }
}
