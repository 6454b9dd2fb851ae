/// A receiver of a JSON value, which gets the value part by part.
///
/// A type that describes itself to a sink is written as text, measured, or made a `JSONValue` by
/// the same code, and without a `JSONValue` in between.
package protocol JSONSink {
  /// Receives a string.
  mutating func write(_ text: String)

  /// Receives a number.
  mutating func write(_ number: JSONNumber)

  /// Receives a value of any kind.
  mutating func write(_ value: JSONValue)

  /// Receives the start of an array.
  mutating func beginArray()

  /// Receives the start of an element, of which exactly one value comes next.
  mutating func beginElement()

  /// Receives the end of an array.
  mutating func endArray()

  /// Receives the start of an object.
  mutating func beginObject()

  /// Receives the key of a member, of which exactly one value comes next. Keys come in the order of
  /// RFC 8785, and none is repeated.
  mutating func writeKey(_ key: String)

  /// Receives the end of an object.
  mutating func endObject()
}

extension JSONSink {
  /// Receives a member whose value is a string, or nothing if there is no string.
  @inlinable
  package mutating func write(_ key: String, _ text: String?) {
    guard let text else { return }
    writeKey(key)
    write(text)
  }

  /// Receives a member whose value is an integer.
  @inlinable
  package mutating func write(_ key: String, _ number: Int) {
    writeKey(key)
    write(JSONNumber(number))
  }

  /// Receives a member whose value is an array.
  @inlinable
  package mutating func write(_ key: String, _ elements: [some JSONWritable]) {
    writeKey(key)
    write(elements)
  }

  /// Receives an array.
  @inlinable
  package mutating func write(_ elements: [some JSONWritable]) {
    beginArray()
    for element in elements {
      beginElement()
      element.write(to: &self)
    }
    endArray()
  }
}

/// A type that describes its values to a sink.
package protocol JSONWritable {
  /// Writes exactly one value.
  func write(to sink: inout some JSONSink)
}

extension JSONWritable {
  /// The value as a tree, which is created at each access.
  package var json: JSONValue {
    var builder = JSONTreeBuilder()
    write(to: &builder)
    return builder.value
  }

  /// Returns the value in the canonical form of RFC 8785, in UTF-8 and without line breaks.
  package func canonicalUTF8() -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    write(to: &writer)
    return writer.finish()
  }

  /// Writes the canonical value indented and in pieces, as
  /// ``JSONValue/writeIndentedUTF8(to:)`` does.
  package func writeIndentedUTF8<Failure: Error>(
    to body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try JSONWriter.writeIndented(to: body) { write(to: &$0) }
  }
}

/// A sink that creates a tree of what it receives.
struct JSONTreeBuilder: JSONSink {
  /// The complete values in the arrays and objects that haven't ended.
  private var values: [JSONValue] = []
  /// The keys in the objects that haven't ended.
  private var keys: [String] = []
  /// The numbers of values and keys before each array or object that hasn't ended.
  private var starts: [(values: Int, keys: Int)] = []

  /// The whole value, once it is complete.
  var value: JSONValue { values.first ?? .null }

  mutating func write(_ text: String) { values.append(.string(text)) }

  mutating func write(_ number: JSONNumber) { values.append(.number(number)) }

  mutating func write(_ value: JSONValue) { values.append(value) }

  mutating func beginArray() { begin() }

  mutating func beginElement() {}

  mutating func endArray() {
    guard let start = starts.popLast() else { return }
    let elements = Array(values[start.values...])
    values.removeSubrange(start.values...)
    values.append(.array(elements))
  }

  mutating func beginObject() { begin() }

  mutating func writeKey(_ key: String) { keys.append(key) }

  mutating func endObject() {
    guard let start = starts.popLast() else { return }
    let members = zip(keys[start.keys...], values[start.values...]).enumerated().map {
      place,
      member in
      JSONObject.Member(
        key: member.0,
        value: member.1,
        place: UInt32(truncatingIfNeeded: place)
      )
    }
    keys.removeSubrange(start.keys...)
    values.removeSubrange(start.values...)
    values.append(.object(JSONObject(unordered: members)))
  }

  /// Starts an array or object.
  private mutating func begin() { starts.append((values.count, keys.count)) }
}
