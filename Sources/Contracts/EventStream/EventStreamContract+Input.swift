package import CanonicalJSON
package import Conformance

extension EventStreamContract {
  package func input(_ source: InputSource, operation: String, in file: SourceFile) -> JSONValue? {
    guard case .input(let node) = source else { return nil }
    switch operation {
    case "parse": return stream(node, in: file)
    case "liveness": return session(node, in: file)
    default:
      guard let reader = ObjectReader(node, "an input", keys: ["steps"], in: file),
        let steps = array(reader.required("steps"), "'steps'", in: file)
      else { return nil }
      return all(steps) { step($0, in: file) }.map { ["steps": .array($0)] }
    }
  }

  // MARK: - parse

  private func stream(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    guard let reader = ObjectReader(node, "an input", keys: ["chunks", "chunksBase64"], in: file) else { return nil }
    switch (reader["chunks"], reader["chunksBase64"]) {
    case (let texts?, nil): return chunks(texts, in: file).map { ["chunks": $0] }
    case (nil, let encoded?): return chunksBase64(encoded, in: file).map { ["chunksBase64": $0] }
    case (_?, let encoded?):
      file.report("an input has only one of 'chunks' or 'chunksBase64'", at: encoded)
      return nil
    case (nil, nil):
      file.report("an input needs the member 'chunks' or 'chunksBase64'", at: node)
      return nil
    }
  }

  private func chunks(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    array(node, "'chunks'", in: file).flatMap { all($0) { text($0, "a chunk", in: file) } }.map(JSONValue.array)
  }

  private func chunksBase64(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    array(node, "'chunksBase64'", in: file).flatMap { all($0) { base64($0, "a chunk", in: file) } }.map(JSONValue.array)
  }

  /// A text, or `{"repeat": …, "times": …}`, which stands for a long one.
  private func text(_ node: JSONNode, _ subject: String, in file: SourceFile) -> JSONValue? {
    if let text = node.string { return .string(text) }
    guard node.kind == .object else {
      file.report(
        "\(subject) is a string or an object with 'repeat' and 'times', not \(node.kind.withArticle)", at: node)
      return nil
    }
    guard let reader = ObjectReader(node, subject, keys: ["repeat", "times"], in: file),
      let text = reader.requiredText("repeat"),
      let times = integer(reader.required("times"), "'times'", in: 0...Self.mostBytes, in: file)
    else { return nil }
    guard times <= Self.mostBytes / text.utf8.count else {
      file.report("\(subject) has at most \(Self.mostBytes) bytes", at: node)
      return nil
    }
    return .string(String(text, times: times))
  }

  private static let mostBytes = 1 << 24

  private func base64(_ node: JSONNode, _ subject: String, in file: SourceFile) -> JSONValue? {
    guard let text = node.string, StreamChunks.bytes(ofBase64: text) != nil else {
      file.report("\(subject) is a string of base64 with its padding", at: node)
      return nil
    }
    return .string(text)
  }

  // MARK: - liveness

  private func session(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    guard let reader = ObjectReader(node, "an input", keys: ["session"], in: file),
      let session = reader.required("session")
    else { return nil }
    if session.kind == .null { return node.value }
    guard let reader = ObjectReader(session, "a session", keys: ["mode", "status"], in: file) else { return nil }
    var isGood = true
    for key in ["mode", "status"] {
      guard let value = reader[key], value.kind != .string, value.kind != .null else { continue }
      file.report("'\(key)' is a string or null, not \(value.kind.withArticle)", at: value)
      isGood = false
    }
    return isGood ? node.value : nil
  }

  // MARK: - session

  private static let steps = ["connect", "reply", "open", "receive", "close", "advance", "pause", "resume"]

  private func step(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    guard let (name, value) = ObjectReader.step(node, of: Self.steps, in: file) else { return nil }
    return argument(value, of: name, in: file).map { .object([name: $0]) }
  }

  private func argument(_ node: JSONNode, of step: String, in file: SourceFile) -> JSONValue? {
    switch step {
    case "connect":
      guard let session = node.string, !session.isEmpty else {
        file.report("'connect' is a session's id, a string that is not empty", at: node)
        return nil
      }
    case "reply": return request(node, step, ["request", "status", "body"], in: file)?.node.value
    case "open": return request(node, step, ["request", "status"], in: file)?.node.value
    case "close": return request(node, step, ["request"], in: file)?.node.value
    case "receive": return bytes(node, in: file)
    case "advance":
      guard integer(node, "'advance'", in: 0...(1 << 53 - 1), in: file) != nil else { return nil }
    default:
      guard ObjectReader.isTrue(node, of: step, in: file) else { return nil }
    }
    return node.value
  }

  private func bytes(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    let forms = ["text", "base64", "chunks", "chunksBase64"]
    guard let reader = request(node, "receive", ["request"] + forms, in: file), let request = reader["request"]
    else { return nil }
    let given = forms.compactMap { form in reader[form].map { (form, $0) } }
    guard given.count == 1, let (form, bytes) = given.first else {
      file.report("'receive' has exactly one of 'text', 'base64', 'chunks', 'chunksBase64'", at: node)
      return nil
    }
    let value =
      switch form {
      case "text": text(bytes, "'text'", in: file)
      case "base64": base64(bytes, "'base64'", in: file)
      case "chunks": chunks(bytes, in: file)
      default: chunksBase64(bytes, in: file)
      }
    return value.map { ["request": request.value, form: $0] }
  }

  /// An argument with the number of a request, and with a status where it may have one.
  private func request(_ node: JSONNode, _ step: String, _ keys: [String], in file: SourceFile) -> ObjectReader? {
    guard let reader = ObjectReader(node, "'\(step)'", keys: keys, in: file),
      integer(reader.required("request"), "'request'", in: 1...1_000_000, in: file) != nil
    else { return nil }
    guard keys.contains("status") else { return reader }
    return integer(reader.required("status"), "'status'", in: 100...599, in: file) == nil ? nil : reader
  }

  // MARK: - Parts

  private func array(_ node: JSONNode?, _ subject: String, in file: SourceFile) -> JSONNode.Elements? {
    guard let node else { return nil }
    guard node.kind == .array else {
      file.report("\(subject) is an array, not \(node.kind.withArticle)", at: node)
      return nil
    }
    return node.elements
  }

  /// Nil where one of them is not good, each of which is reported.
  private func all(_ nodes: JSONNode.Elements, read: (JSONNode) -> JSONValue?) -> [JSONValue]? {
    let values = nodes.map(read)
    return values.contains(nil) ? nil : values.compactMap(\.self)
  }

  private func integer(
    _ node: JSONNode?, _ subject: String, in range: ClosedRange<Int>, in file: SourceFile
  ) -> Int? {
    guard let node else { return nil }
    if let integer = node.number?.integer, range.contains(Int(integer)) { return Int(integer) }
    file.report("\(subject) is a whole number from \(range.lowerBound) to \(range.upperBound)", at: node)
    return nil
  }
}
