package import CanonicalJSON

/// An input as it is written in a file, which may use written forms and recorded payloads.
package struct InputSource: Sendable {
  private let node: JSONNode
  private let recording: Recording?
  /// Whether the node is only the array of recorded payloads, not the whole input.
  private let isRecording: Bool
  /// Whether the node is the input itself, in which no key has a special meaning.
  private let isRaw: Bool

  package init(
    _ node: JSONNode,
    recording: Recording?,
    isRecording: Bool = false,
    isRaw: Bool = false
  ) {
    self.node = node
    self.recording = recording
    self.isRecording = isRecording
    self.isRaw = isRaw
  }

  /// The node, if it is the input itself: no key in it has a special meaning. Otherwise `nil`.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package var plainNode: JSONNode? {
    if isRaw { return node }
    let mayHaveMacro = node.mayHaveKey(startingWith: UInt8(ascii: "$"))
    let hasRecording = isRecording || recording.map { node[$0.member] != nil } == true
    return mayHaveMacro || hasRecording ? nil : node
  }

  /// Returns the value of the input, or `nil` if a diagnostic in `file` says why it has none.
  package func value(in file: SourceFile) -> JSONValue? {
    guard let input = written(in: file) else { return nil }
    checkDepth(isTooDeep: input.isNested(deeperThan: Output.maximumDepth), in: file)
    return input
  }

  /// Returns the request for the input, or `nil` if a diagnostic in `file` says why there is none.
  ///
  /// If the node is the input itself, the request has the node instead of its value.
  package func request(
    for operation: ContractOperation,
    of contract: String,
    in file: SourceFile
  ) -> Request? {
    if let plainNode {
      checkDepth(isTooDeep: plainNode.isNested(deeperThan: Output.maximumDepth), in: file)
      return Request(contract: contract, operation: operation, inputNode: plainNode)
    }
    return value(in: file).map { Request(contract: contract, operation: operation, input: $0) }
  }

  /// Reports an input that is nested too deeply.
  private func checkDepth(isTooDeep: Bool, in file: SourceFile) {
    guard isTooDeep else { return }
    file.report(
      "the input is nested too deeply: more than \(Output.maximumDepth) levels",
      at: node
    )
  }

  /// Returns the value with written forms resolved and recorded payloads converted, or `nil` if a
  /// diagnostic says why it has none. Doesn't check the depth.
  private func written(in file: SourceFile) -> JSONValue? {
    if let plainNode { return plainNode.value }
    guard let recording else { return InputMacro.value(of: node, in: file) }
    if isRecording {
      return elements(of: node, recording, in: file).map { .object([recording.target: $0]) }
    }

    guard let payloads = node[recording.member], !InputMacro.isMacro(node) else {
      return InputMacro.value(of: node, in: file)
    }
    guard node[recording.target] == nil else {
      file.report(
        "the input must have either '\(recording.target)' or '\(recording.member)', not both",
        at: payloads
      )
      return nil
    }
    return convertedInput(recording, in: file)
  }

  /// Returns the object in the node with the converted payloads in place of the recorded ones, or
  /// `nil` if a diagnostic says why a member has no value.
  private func convertedInput(_ recording: Recording, in file: SourceFile) -> JSONValue? {
    var input = JSONObject([])
    for member in node.members {
      guard let key = member.key.string, !InputMacro.isMisspelled(member.key, in: file) else {
        return nil
      }

      let hasPayloads = key.hasSameBytes(as: recording.member)
      let value =
        hasPayloads
        ? elements(of: member.value, recording, in: file)
        : InputMacro.value(of: member.value, in: file)
      guard let value else { return nil }
      input[hasPayloads ? recording.target : key] = value
    }
    return .object(input)
  }

  /// Returns the array of the values that payloads convert to, or reports each item that isn't an
  /// object and returns `nil`.
  private func elements(
    of payloads: JSONNode,
    _ recording: Recording,
    in file: SourceFile
  ) -> JSONValue? {
    guard payloads.kind == .array else {
      file.report(
        "'\(recording.member)' must be an array, not \(payloads.kind.withArticle)",
        at: payloads
      )
      return nil
    }

    let elements = payloads.elements.enumerated().map { index, payload -> JSONValue? in
      if let object = payload.value.object { return recording.element(object, index) }
      file.report("a payload must be an object, not \(payload.kind.withArticle)", at: payload)
      return nil
    }

    return elements.contains(nil) ? nil : .array(elements.compactMap(\.self))
  }

  /// Returns the node where a part of the value is written, or the nearest node that contains it.
  package func node(at pointer: JSONPointer) -> JSONNode {
    if isRaw { return node.node(at: pointer) ?? node }
    var tokens = pointer.tokens[...]
    guard let recording, tokens.first?.hasSameBytes(as: recording.target) == true,
      let payloads = isRecording ? node : node[recording.member]
    else { return InputMacro.node(at: tokens, in: node) }

    // The file has the payload, not the value that it converts to.
    tokens = tokens.dropFirst().prefix(1)
    return InputMacro.node(at: tokens, in: payloads)
  }
}

extension JSONValue {
  /// Returns whether a program would receive another input if a file had this one as it is, because
  /// a key has a special meaning in files.
  ///
  /// - Parameter recording: The form in which a file may have recorded payloads, if there is one.
  package func hasSpecialKeys(_ recording: Recording?) -> Bool {
    if let recording, self[recording.member] != nil { return true }
    return writtenAsInput != self
  }
}
