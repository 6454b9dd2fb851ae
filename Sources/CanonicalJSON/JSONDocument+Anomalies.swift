extension JSONDocument {
  /// Returns what readers may interpret differently: repeated keys, unescaped keys that differ only
  /// by Unicode normalization, and lone surrogate escapes.
  ///
  /// - Returns: The anomalies in the order of the text. Empty for most texts.
  /// - Complexity: O(*n* log *n*) at worst. The parser records nothing in advance for this method.
  public func anomalies() -> [JSONAnomaly] {
    var found: [JSONAnomaly] = []
    for index in source.tape.indices {
      let entry = source.tape[index]
      switch entry.kind {
      case .string where entry.escapes == .codeUnits:
        found += loneSurrogates(in: JSONNode(source: source, index: index))
      case .object:
        let object = JSONNode(source: source, index: index)
        if !hasPlainKeys(object) { found += anomalousKeys(of: object) }
      default: break
      }
    }

    // The keys of an object were found before those of the objects that it contains.
    return found.sorted { $0.location < $1.location }
  }

  /// Returns the surrogate escapes of a string that aren't half of a pair.
  private func loneSurrogates(in string: JSONNode) -> [JSONAnomaly] {
    var found: [JSONAnomaly] = []

    let range = string.entry.contentRange
    let utf8 = source.bytes
    let bytes = utf8.span
    var index = bytes.indexOfStringDelimiter(from: range.lowerBound)

    while index < range.upperBound {
      let escape = bytes.scalar(ofEscapeAt: index)
      if escape.scalar == nil {
        found.append(JSONAnomaly(kind: .loneSurrogate, location: location(ofByte: index)))
      }

      index = bytes.indexOfStringDelimiter(from: escape.end)
    }

    return found
  }

  /// Returns whether an object has at most 16 keys, all of them different and in ASCII without
  /// escapes. Most objects do, and such an object has no anomalous keys.
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

  /// Returns the keys that occurred before, and those that are canonically equivalent to an earlier
  /// key.
  ///
  /// A key is reported once: one that occurred before isn't also compared by equivalence.
  private func anomalousKeys(of object: JSONNode) -> [JSONAnomaly] {
    var found: [JSONAnomaly] = []
    var sameBytes: [TextKey: JSONNode] = [:]
    // `String` equality is canonical equivalence.
    var alike: [String: JSONNode] = [:]

    for key in object.members.lazy.map(\.key) {
      let text = key.string ?? ""
      if let first = sameBytes[TextKey(text)] {
        let kind = JSONAnomaly.Kind.repeatedKey(text, first: first.location)
        found.append(JSONAnomaly(kind: kind, location: key.location))
        continue
      }

      sameBytes[TextKey(text)] = key

      guard let other = alike[text] else {
        alike[text] = key
        continue
      }

      // If one of the keys has an escape, readers of the text can see the difference.
      if !key.entry.hasEscapes, !other.entry.hasEscapes {
        let kind = JSONAnomaly.Kind.keysAlikeByNormalization(
          text,
          other.string ?? "",
          first: other.location
        )
        found.append(JSONAnomaly(kind: kind, location: key.location))
      }
    }
    return found
  }
}
