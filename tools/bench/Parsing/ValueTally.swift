internal import CanonicalJSON
internal import Foundation

/// A summary of the values in documents, which visits each of them. All readers must produce the
/// same one.
struct ValueTally: Equatable, CustomStringConvertible {
  private(set) var values = 0
  /// The bytes of all strings and keys.
  private(set) var textBytes = 0
  /// The sum of all numbers.
  private(set) var numbers = 0.0

  var description: String { "\(values) \(textBytes) \(Int(numbers))" }

  /// Counts a string with its bytes.
  private mutating func add(text: String) {
    values += 1
    textBytes += text.utf8.count
  }

  /// Counts a number. A Boolean `true` counts as 1, because Foundation's reader turns Booleans into
  /// numbers.
  private mutating func add(number: Double) {
    values += 1
    numbers += number
  }

  /// Counts the bytes of a key, which isn't a value.
  private mutating func add(key: String) { textBytes += key.utf8.count }
}

extension ValueTally {
  /// Counts the values of a document without creating any values.
  mutating func add(_ node: JSONNode) {
    switch node.kind {
    case .string: if let text = node.string { add(text: text) }
    case .number: if let number = node.number { add(number: number.double) }
    case .bool: add(number: node.bool == true ? 1 : 0)
    case .null: values += 1

    case .array:
      values += 1
      for element in node.elements { add(element) }
    case .object:
      values += 1
      for member in node.members {
        if let key = member.key.string { add(key: key) }
        add(member.value)
      }
    }
  }

  /// Counts a value and those inside it.
  mutating func add(_ value: JSONValue) {
    switch value {
    case .string(let text): add(text: text)
    case .number(let number): add(number: number.double)
    case .bool(let bool): add(number: bool ? 1 : 0)
    case .null: values += 1

    case .array(let elements):
      values += 1
      for element in elements { add(element) }
    case .object(let object):
      values += 1
      for member in object {
        add(key: member.key)
        add(member.value)
      }
    }
  }

  /// Counts a value that `JSONSerialization` returned, in which a Boolean is an `NSNumber` too.
  mutating func add(foundation value: Any) {
    switch value {
    case let text as String: add(text: text)
    case let object as [String: Any]:
      values += 1
      for (key, value) in object {
        add(key: key)
        add(foundation: value)
      }
    case let array as [Any]:
      values += 1
      for element in array { add(foundation: element) }
    case let number as NSNumber: add(number: number.doubleValue)
    default: values += 1
    }
  }

  /// Counts a value that `JSONDecoder` returned.
  mutating func add(_ value: DecodedValue) {
    switch value {
    case .string(let text): add(text: text)
    case .number(let number): add(number: number)
    case .bool(let bool): add(number: bool ? 1 : 0)
    case .null: values += 1

    case .array(let elements):
      values += 1
      for element in elements { add(element) }
    case .object(let object):
      values += 1
      for (key, value) in object {
        add(key: key)
        add(value)
      }
    }
  }

  /// Counts the values of a record. Structs don't hold keys, so it leaves those out: this is only
  /// for timing.
  mutating func add(_ record: Record) {
    values += 4
    for text in [record.id, record.createdAt, record.message.role, record.message.content] {
      add(text: text)
    }
    for text in record.tags { add(text: text) }
    add(number: Double(record.sequenceNumber))
    add(number: record.seconds)
    add(number: Double(record.message.usage.inputTokens))
    add(number: Double(record.message.usage.outputTokens))
  }
}
