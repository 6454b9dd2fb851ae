extension JSONDocument {
  /// Repeated keys, raw keys that differ only by normalisation, and lone surrogate escapes, in the order of the text.
  ///
  /// - Complexity: O(*n* log *n*) at worst; nothing is noted for it when the text is read.
  public func anomalies() -> [JSONAnomaly] {
    var found: [(offset: Int, kind: JSONAnomaly.Kind)] = []
    for index in source.tape.indices {
      let node = JSONNode(source: source, index: index)
      switch node.kind {
      case .string where node.entry.hasEscapes: found += loneSurrogates(in: node)
      case .object where !hasPlainKeys(node): found += anomalousKeys(of: node)
      default: break
      }
    }
    // The keys of an object are found before those of the objects that it contains.
    found.sort { $0.offset < $1.offset }
    return found.map { JSONAnomaly(kind: $0.kind, location: location(ofByte: $0.offset)) }
  }

  private func loneSurrogates(in string: JSONNode) -> [(offset: Int, kind: JSONAnomaly.Kind)] {
    var found: [(offset: Int, kind: JSONAnomaly.Kind)] = []
    let range = string.entry.contentRange
    let utf8 = source.bytes
    let bytes = utf8.span
    var index = bytes.indexOfStringDelimiter(from: range.lowerBound)
    while index < range.upperBound {
      guard bytes[index + 1] == .letterU else {
        index = bytes.indexOfStringDelimiter(from: index + 2)
        continue
      }
      let escape = bytes.scalar(ofEscapeAt: index)
      if escape.scalar == nil {
        found.append((index, .loneSurrogate))
      }
      index = bytes.indexOfStringDelimiter(from: escape.end)
    }
    return found
  }

  /// Whether an object has few keys, of ASCII without escapes and all different: most have, and nothing is amiss then.
  private func hasPlainKeys(_ object: JSONNode) -> Bool {
    let utf8 = source.bytes
    let bytes = utf8.span
    let tape = source.tape
    let first = object.index + 1
    let end = Int(object.entry.next)
    var count = 0
    var index = first
    while index < end {
      let key = tape[index]
      let text = bytes.extracting(key.contentRange)
      count += 1
      guard count <= 16, !key.hasEscapes, text.isASCII else { return false }
      var earlier = first
      while earlier < index {
        if bytes.extracting(tape[earlier].contentRange).hasSameBytes(as: text) { return false }
        earlier = Int(tape[earlier + 1].next)
      }
      index = Int(tape[index + 1].next)
    }
    return true
  }

  private func anomalousKeys(of object: JSONNode) -> [(offset: Int, kind: JSONAnomaly.Kind)] {
    var found: [(offset: Int, kind: JSONAnomaly.Kind)] = []
    var sameBytes: [TextKey: JSONNode] = [:]
    // String's own equality is canonical equivalence.
    var alike: [String: (text: String, key: JSONNode)] = [:]
    for key in object.members.lazy.map(\.key) {
      let text = key.string ?? ""
      if let first = sameBytes[TextKey(text)] {
        found.append((key.sourceRange.lowerBound, .repeatedKey(TextKey(text), first: first.location)))
        continue
      }
      sameBytes[TextKey(text)] = key
      // Where one of them is written with an escape, a reader of the text sees the difference.
      if let other = alike[text], !key.entry.hasEscapes, !other.key.entry.hasEscapes {
        let kind = JSONAnomaly.Kind.keysAlikeByNormalisation(
          TextKey(text), TextKey(other.text), first: other.key.location)
        found.append((key.sourceRange.lowerBound, kind))
      }
      if alike[text] == nil { alike[text] = (text, key) }
    }
    return found
  }
}
