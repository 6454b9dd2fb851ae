internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance

// W1, W2, W3
extension ProtocolDeviations {
  static var ofMembers: [Deviation] {
    [
      reading("W1", "a missing status is that of a new message") { part in
        part.key == "status" && part.isName(of: "pending") ? part.json ?? "pending" : part.json
      },
      reading("W1", "a missing version is 1.0") { part in part.key == "version" ? part.json ?? "1.0" : part.json },
      reading("W1", "a missing isFinal is false") { part in part.key == "isFinal" ? part.json ?? false : part.json },
      reading("W1", "a missing timestamp is now") { part in
        part.isDate ? part.json ?? "2024-01-30T20:00:00Z" : part.json
      },
      reading("W1", "a required null is an empty text") { part in
        part.isText && !part.isOptional && part.json == .null ? "" : part.json
      },
      faulty("W1", "an optional has to be there", .missingKey) { $0.isOptionalMember && $0.json == nil },
      faulty("W1", "an optional may not be null", .nullValue) { $0.isOptionalMember && $0.json == .null },
      reading("W1", "what is wrong with an optional makes it none") { part in
        guard part.isOptionalMember, let json = part.json else { return part.json }
        return part.shape.faults(in: json).isEmpty ? json : nil
      },
      reading("W1", "an empty optional is none") { part in part.isOptional && part.json == "" ? nil : part.json },
      writing("W1", "optionals are written as null") { part in
        part.isOptionalMember ? part.json ?? .null : part.json
      },
      writing("W1", "keys are written in snake case") { part in
        guard case .object(let object)? = part.json else { return part.json }
        return .object(JSONObject(object.map { ($0.key.snakeCased, $0.value) }))
      },
      writing("W1", "unknown members are written back") { part in
        guard case .object(var object)? = part.json, let members = part.shape.members else { return part.json }
        for (key, value) in part.read?.value.object?.map({ ($0.key, $0.value) }) ?? []
        where !members.contains(where: { $0.key.hasSameBytes(as: key) }) {
          object[key] = value
        }
        return .object(object)
      },
      faulty("W1", "unknown members are an error", .invalidValue) { part in
        guard let members = part.shape.members, case .object(let object)? = part.json else { return false }
        return object.contains { member in !members.contains { $0.key.hasSameBytes(as: member.key) } }
      },
      reading("W1", "keys may be in any case") { part in
        guard case .object(var object)? = part.json, let members = part.shape.members else { return part.json }
        for member in members where object[member.key] == nil {
          let alike = object.first { $0.key.lowercased() == member.key.lowercased() }
          object[member.key] = alike?.value
        }
        return .object(object)
      },
      reading("W1", "keys may be in snake case") { part in
        guard case .object(var object)? = part.json, let members = part.shape.members else { return part.json }
        for member in members { object[member.key] = object[member.key] ?? object[member.key.snakeCased] }
        return .object(object)
      },
      roundTripping("W1", "members have to come in order of declaration") { trip in
        let keys = trip.root.members.compactMap(\.key.string)
        let declared = (trip.shape.members ?? []).map(\.key).filter(keys.contains)
        let isInOrder = keys.filter(declared.contains) == declared
        return isInOrder ? trip.answer : WireFault.Code.missingKey.json(at: JSONPointer(tokens: [keys[0]]))
      },
    ]
  }

  static var ofIDs: [Deviation] {
    [
      reading("W2", "a bare string is an id") { part in
        if part.isID, case .string(let text)? = part.json { ["value": .string(text)] } else { part.json }
      },
      writing("W2", "an id is written as a bare string") { part in part.isID ? part.json?["value"] : part.json },
      reading("W2", "an id may not be empty") { part in
        part.isID && part.json?["value"] == "" ? [:] : part.json
      },
      reading("W2", "an id may be a number") { part in
        guard part.isID, let number = part.json?["value"]?.number else { return part.json }
        return ["value": .string(number.canonicalText)]
      },
      reading("W2", "ids are trimmed and lower-case") { part in
        guard part.isID, let text = part.json?["value"]?.string else { return part.json }
        return ["value": .string(text.trimmed.lowercased())]
      },
      reading("W2", "an id may be under the key id") { part in
        guard part.isID, case .object(var object)? = part.json else { return part.json }
        object["value"] = object["value"] ?? object["id"]
        return .object(object)
      },
    ]
  }

  static var ofSenders: [Deviation] {
    [
      sender("an unknown sender is a bot") { type, object in
        ["user", "bot"].contains(type) ? object : ["type": "bot", "name": object["name"] ?? .string(type)]
      },
      sender("an unknown sender is the user") { type, object in
        ["user", "bot"].contains(type) ? object : ["type": "user"]
      },
      sender("the type may be in any case") { type, object in object.setting("type", .string(type.lowercased())) },
      sender("the type is trimmed") { type, object in object.setting("type", .string(type.trimmed)) },
      sender("a bot needs no name") { type, object in
        type == "bot" ? object.setting("name", object["name"] ?? "") : object
      },
      sender("a bot's name may not be empty") { type, object in
        type == "bot" && object["name"] == "" ? ["type": "bot"] : object
      },
      sender("a name makes a bot") { _, object in object["name"]?.string == nil ? object : object.setting("type", "bot")
      },
      sender("the name of the user has to be text") { type, object in
        guard type == "user", let name = object["name"], name.string == nil else { return object }
        // Read as a bot, whose name has to be.
        return ["type": "bot", "name": name]
      },
      reading("W3", "a string is a sender") { part in
        if part.isSender, case .string(let text)? = part.json { ["type": .string(text)] } else { part.json }
      },
      reading("W3", "a sender is an object of its case") { part in
        if part.isSender, let bot = part.json?["bot"]?.object { .object(bot.setting("type", "bot")) } else { part.json }
      },
      writing("W3", "the name of the user is written back") { part in
        guard part.isSender, case .object(let object)? = part.json, let name = part.read?["name"]?.value else {
          return part.json
        }
        return .object(object.setting("name", name))
      },
      writing("W3", "all bots are one") { part in
        part.isSender && part.json?["type"] == "bot" ? ["type": "bot", "name": "bot"] : part.json
      },
    ]
  }

  /// A fault where there is none, at the first part of that kind.
  private static func faulty(
    _ rule: String, _ mistake: String, _ code: WireFault.Code,
    isFault: @escaping @Sendable (ProtocolPart) -> Bool
  ) -> Deviation {
    roundTripping(rule, mistake) { trip in
      trip.firstPath(where: isFault).map { code.json(at: $0) } ?? trip.answer
    }
  }

  private static func sender(
    _ mistake: String, _ change: @escaping @Sendable (_ type: String, _ sender: JSONObject) -> JSONObject
  ) -> Deviation {
    reading("W3", mistake) { part in
      guard part.isSender, case .object(let object)? = part.json, let type = object["type"]?.string else {
        return part.json
      }
      return .object(change(type, object))
    }
  }
}

extension ProtocolPart {
  fileprivate func isName(of name: String) -> Bool {
    if case .name(let names) = shape { names.contains(name) } else { false }
  }

  /// A sender's name is optional as well, but that depends on its type.
  fileprivate var isOptionalMember: Bool { isOptional && key != "name" }
}
