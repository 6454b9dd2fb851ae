package import CanonicalJSON

/// The elements of an array that is part of an output, as far as the output stays within its limit.
///
/// An implementation in process whose output can grow faster than its input collects it here, and
/// so fails before it has used the memory.
///
/// ```swift
/// var states = OutputElements()
/// for step in steps { try states.append(state(after: step)) }
/// return ["states": states.json]
/// ```
package struct OutputElements: Sendable {
  private var elements: [JSONValue] = []
  private var size = 0

  package init() {}

  /// The array.
  package var json: JSONValue { .array(elements) }

  /// Adds an element.
  ///
  /// - Throws: if the elements have more bytes than an output may have.
  package mutating func append(_ element: JSONValue) throws(ImplementationFailure) {
    size += element.leastWrittenSize(upTo: Output.maximumSize - size)
    guard size <= Output.maximumSize else { throw .outputTooLarge }
    elements.append(element)
  }
}

extension Output {
  /// The most bytes of an output as JSON: of an implementation in process, and of a program unless
  /// `--reply-limit` says otherwise.
  package static let maximumSize = 16 << 20
}

extension ImplementationFailure {
  /// The failure of an implementation in process whose output is over the limit.
  static let outputTooLarge = ImplementationFailure(
    "gave an output of more than \(Output.maximumSize) bytes, the limit in process",
    isOverLimit: true
  )
}

extension JSONValue {
  /// Returns how many bytes the value has at least as compact JSON, or any number over `limit` if
  /// it has more.
  ///
  /// Escapes count as the characters that they stand for.
  /// - Complexity: O(*n*) in the values up to the limit, however long their texts are.
  func leastWrittenSize(upTo limit: Int) -> Int {
    switch self {
    case .null, .bool: return 4
    case .number: return 1
    case .string(let text): return text.utf8.count + 2
    case .array(let elements):
      var size = 2
      for element in elements {
        guard size <= limit else { break }
        size += 1 + element.leastWrittenSize(upTo: limit - size)
      }
      return size
    case .object(let members):
      var size = 2
      for member in members {
        guard size <= limit else { break }
        size += member.key.utf8.count + 4
        size += member.value.leastWrittenSize(upTo: limit - size)
      }
      return size
    }
  }
}
