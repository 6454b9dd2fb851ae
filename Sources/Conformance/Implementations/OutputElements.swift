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

  /// The failure of a linked implementation whose output is nested too deeply.
  fileprivate static let outputTooDeep = ImplementationFailure(
    "returned an output with more than \(Output.maximumDepth) levels of nesting"
  )
}

/// A sink that measures the size and the depth of an output, up to the limits of an output.
///
/// The size is that of ``JSONValue/leastWrittenSize(upTo:)``.
struct OutputMeasure: JSONSink {
  private var size = 0
  /// The number of arrays and objects around the next value.
  private var depth = 0
  private var isTooDeep = false

  /// Measures an output.
  init(of output: some JSONWritable) { output.write(to: &self) }

  /// Measures an output.
  init(of output: JSONValue) { write(output) }

  /// - Throws: The failure of an output that is too large or nested too deeply.
  func check() throws(ImplementationFailure) {
    guard size <= Output.maximumSize else { throw .outputTooLarge }
    guard !isTooDeep else { throw .outputTooDeep }
  }

  mutating func write(_ text: String) { size += text.utf8.count + 2 }

  mutating func write(_ number: JSONNumber) { size += 1 }

  mutating func write(_ value: JSONValue) {
    guard size <= Output.maximumSize else { return }
    let extent = value.extent(upTo: Output.maximumSize - size)
    size += extent.size
    isTooDeep = isTooDeep || extent.levels > Output.maximumDepth - depth
  }

  mutating func beginArray() { begin() }

  // The comma after the element.
  mutating func beginElement() { size += 1 }

  mutating func endArray() { depth -= 1 }

  mutating func beginObject() { begin() }

  // The quotes, the colon and the comma after the value.
  mutating func writeKey(_ key: String) { size += key.utf8.count + 4 }

  mutating func endObject() { depth -= 1 }

  /// Measures the brackets of a container.
  private mutating func begin() {
    size += 2
    depth += 1
    if depth > Output.maximumDepth { isTooDeep = true }
  }
}
