package import CanonicalJSON

/// An array that is part of an output, collected element by element within the size limit of an
/// output.
///
/// A linked implementation whose output can grow faster than its input collects it here, so that it
/// fails before it has used the memory.
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

  /// The array of the elements so far.
  package var json: JSONValue { .array(elements) }

  /// Adds an element.
  ///
  /// - Throws: An `ImplementationFailure` if the elements have more bytes than an output may have.
  package mutating func append(_ element: JSONValue) throws(ImplementationFailure) {
    size += element.leastWrittenSize(upTo: Output.maximumSize - size)
    guard size <= Output.maximumSize else { throw .outputTooLarge }
    elements.append(element)
  }
}

extension Output {
  /// The largest size of an output as JSON, in bytes. It applies to linked implementations, and to
  /// programs unless `--reply-limit` sets another limit.
  package static let maximumSize = 16 << 20
}

extension ImplementationFailure {
  /// The failure of a linked implementation whose output exceeds the limit.
  static let outputTooLarge = ImplementationFailure(
    "returned an output of more than \(Output.maximumSize) bytes",
    isOverSizeLimit: true
  )
}
