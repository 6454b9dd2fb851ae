package import CanonicalJSON
internal import ClawdbotProtocol
package import Conformance

extension ClawdbotProtocolContract {
  package func input(_ source: InputSource, operation: String, in file: SourceFile) -> JSONValue? {
    guard case .input(let node) = source else { return nil }
    return operation == "roundtrip" ? roundTripInput(node, in: file) : assemblyInput(node, in: file)
  }

  // MARK: - roundtrip

  private func roundTripInput(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    guard let reader = ObjectReader(node, "an input of roundtrip", keys: ["type", "json", "value"], in: file),
      let name = reader.requiredText("type"), let json = json(reader)
    else { return nil }
    guard WireType(name: name) != nil else {
      let known = WireType.all.map { "'\($0.name)'" }.joined(separator: ", ")
      file.report("the protocol has no type '\(name)'; known are \(known)", at: reader["type"] ?? node)
      return nil
    }
    return ["type": .string(name), "json": .string(json)]
  }

  /// The text; a `value` stands for its RFC 8785 form.
  private func json(_ reader: ObjectReader) -> String? {
    switch (reader["json"], reader["value"]) {
    case (nil, let value?): return value.value.canonicalText()
    case (let json?, nil):
      guard let text = json.string else {
        reader.file.report("'json' is a string that holds JSON, not \(json.kind.withArticle)", at: json)
        return nil
      }
      return isCovered(text, at: json, in: reader.file) ? text : nil
    default:
      reader.file.report("an input of roundtrip has 'json', or 'value' in its place", at: reader.node)
      return nil
    }
  }

  /// Whether the contract says what becomes of a text: readers of JSON disagree about some that the grammar allows.
  private func isCovered(_ text: String, at node: JSONNode, in file: SourceFile) -> Bool {
    do throws(JSONSyntaxError) {
      let anomaly = try JSONDocument(parsing: text).anomalies().first { $0.isLeftOpen }
      guard let anomaly else { return true }
      file.report("the contract does not cover this text: \(anomaly.location): \(anomaly.message)", at: node)
      return false
    } catch {
      guard error.isLeftOpen else { return true }
      file.report("the contract does not cover this text: \(error)", at: node)
      return false
    }
  }

  // MARK: - assemble

  private func assemblyInput(_ node: JSONNode, in file: SourceFile) -> JSONValue? {
    guard let reader = ObjectReader(node, "an input of assemble", keys: ["steps"], in: file),
      reader.required("steps") != nil
    else { return nil }
    let steps = reader.items("steps", required: true)
    let areSteps = steps.map { isStep($0, in: file) }
    return areSteps.contains(false) || reader["steps"]?.kind != .array ? nil : node.value
  }

  private func isStep(_ node: JSONNode, in file: SourceFile) -> Bool {
    guard let (name, value) = ObjectReader.step(node, of: AssemblyStep.names, in: file) else { return false }
    switch name {
    case "add": return isChunk(value, in: file)
    case "reset":
      if value.bool != true { file.report("'reset' is true", at: value) }
      return value.bool == true
    default:
      if value.kind != .string {
        file.report("'\(name)' is a message's id, a string, not \(value.kind.withArticle)", at: value)
      }
      return value.kind == .string
    }
  }

  private func isChunk(_ node: JSONNode, in file: SourceFile) -> Bool {
    do throws(WireFault) {
      _ = try WireForm.value(StreamingChunk.self, from: node.value)
      return true
    } catch {
      let path = error.path ?? JSONPointer()
      file.report(
        "'add' takes a StreamingChunk in its wire form; this has \(error.code.rawValue) at '\(path)'",
        at: node.node(at: path) ?? node)
      return false
    }
  }
}

extension JSONAnomaly {
  /// Keys that only look alike are different keys, and nothing else.
  fileprivate var isLeftOpen: Bool {
    switch kind {
    case .repeatedKey, .loneSurrogate: true
    case .keysAlikeByNormalisation: false
    }
  }
}

extension JSONSyntaxError {
  /// Whether the text is JSON by the grammar, but more than each reader takes.
  fileprivate var isLeftOpen: Bool {
    switch reason {
    case .numberOutOfRange, .nestingTooDeep, .textTooLong, .byteOrderMark: true
    default: false
    }
  }
}
