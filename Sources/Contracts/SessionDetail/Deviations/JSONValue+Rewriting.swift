internal import CanonicalJSON
internal import SessionTimeline

extension JSONValue {
  /// The rows of an input in order of arrival, the initial load first.
  var arrivals: [JSONObject] {
    ["rows", "updates"].flatMap { (self[$0]?.elements ?? []).compactMap(\.object) }
  }

  /// Whether every row is plain, so that it matters to no rule on which side of the load it stands.
  var isPlain: Bool { arrivals.allSatisfy { $0["content"] != nil } }

  /// The input with other rows, all of them in the initial load.
  func replacingRows(_ rows: [JSONObject]) -> JSONValue {
    guard case .object(var input) = self else { return self }
    input["rows"] = .array(rows.map(JSONValue.object))
    input["updates"] = nil
    return .object(input)
  }

  func mappingRows(_ change: (JSONObject) -> JSONObject?) -> JSONValue {
    mappingElements("rows", change).mappingElements("updates", change)
  }

  /// The value with the objects of an array member changed.
  func mappingElements(_ key: String, _ change: (JSONObject) -> JSONObject?) -> JSONValue {
    guard case .object(let object) = self else { return self }
    return .object(object.mappingElements(key, change))
  }

  /// The value with every string in it changed, keys excepted.
  func mappingTexts(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let elements): .array(elements.map { $0.mappingTexts(change) })
    case .object(let object): .object(JSONObject(object.map { ($0.key, $0.value.mappingTexts(change)) }))
    case .null, .bool, .number: self
    }
  }
}

extension JSONObject {
  func mappingElements(_ key: String, _ change: (JSONObject) -> JSONObject?) -> JSONObject {
    guard let elements = self[key]?.elements else { return self }
    return setting(
      key,
      .array(
        elements.compactMap { element in
          guard case .object(let object) = element else { return element }
          return change(object).map(JSONValue.object)
        }))
  }

  /// With a member set, or removed where the value is nil.
  func setting(_ key: String, _ value: JSONValue?) -> JSONObject {
    var object = self
    object[key] = value
    return object
  }

  func removing(_ keys: String...) -> JSONObject {
    keys.reduce(self) { $0.setting($1, nil) }
  }

  /// A row with its plaintext changed; an encrypted one stays.
  func mappingContent(_ change: (String) -> String) -> JSONObject {
    guard let content = self["content"]?.string else { return self }
    return setting("content", .string(change(content)))
  }

  var message: JSONObject? { self["message"]?.object }
  var typeName: String? { self["type"]?.string?.asciiLowercased }

  /// A payload with `message` changed, where it is an object.
  func mappingMessage(_ change: (JSONObject) -> JSONObject) -> JSONObject {
    message.map { setting("message", .object(change($0))) } ?? self
  }

  /// A payload with the objects of `message.content` changed.
  func mappingBlocks(_ change: (JSONObject) -> JSONObject?) -> JSONObject {
    mappingMessage { $0.mappingElements("content", change) }
  }

  var blocks: [JSONObject] { message?["content"]?.elements?.compactMap(\.object) ?? [] }
}

extension String {
  /// The JSON object that the text is.
  var jsonObject: JSONObject? { (try? JSONDocument(parsing: self))?.root.value.object }

  /// Plain text changed, or every string of the JSON object that the text is.
  func mappingTexts(_ change: (String) -> String) -> String {
    guard let object = jsonObject else { return change(self) }
    return JSONValue.object(object).mappingTexts(change).canonicalText()
  }

  func replacing(_ scalar: Unicode.Scalar, with other: Unicode.Scalar) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: unicodeScalars.map { $0 == scalar ? other : $0 })
    return String(text)
  }

  /// A private-use scalar before the text, which no rule knows.
  var disguised: String { "\u{E000}" + self }

  /// The text without what `disguised` and the maskings below put into it.
  var undisguised: String {
    var text = String.UnicodeScalarView()
    text.append(
      contentsOf: unicodeScalars.filter { $0 != "\u{E000}" }.map {
        $0 == "\u{E085}" ? "\u{85}" : $0 == "\u{E0A0}" ? "\u{A0}" : $0
      })
    return String(text)
  }
}
