internal import CanonicalJSON
internal import Conformance

/// A file of JSON texts, one per line; blank lines are passed over.
struct RecordedPayloads {
  let name: String
  let payloads: [JSONValue]
  /// The line of each, from 1.
  let lines: [Int]

  init(_ file: InputFile) throws(CommandFailure) {
    var payloads: [JSONValue] = []
    var lines: [Int] = []
    for (line, text) in writtenLines(of: try file.bytes()) {
      do {
        payloads.append(try JSONDocument(parsing: text).root.value)
        lines.append(line)
      } catch {
        throw CommandFailure(
          .unusableData, "\(error.location.inFile(file.name, firstLine: line)): \(error.message)")
      }
    }
    name = file.name
    self.payloads = payloads
    self.lines = lines
  }

  /// What a contract makes of the payloads.
  func question(to contract: Contract) throws(CommandFailure) -> Question {
    guard let recording = contract.support?.recording, let operation = contract.operations.first else {
      throw CommandFailure(.unusableData, "\(contract.id) takes no recorded payloads")
    }
    var elements: [JSONValue] = []
    for (payload, line) in zip(payloads, lines) {
      guard let object = payload.object else {
        throw CommandFailure(.unusableData, "\(name):\(line):1: a payload is an object")
      }
      elements.append(recording.element(object, elements.count))
    }
    let input: JSONValue = [recording.target: .array(elements)]
    return Question(request: Request(contract: contract.id, operation: operation.name, input: input)) {
      [name, lines] pointer in
      let index = pointer.tokens.dropFirst().first.flatMap { Int($0) } ?? 0
      let line = lines.indices.contains(index) ? lines[index] : 1
      return SourceLocation(file: name, position: TextLocation(line: line, column: 1))
    }
  }
}

extension TextLocation {
  /// The place in a file of a text that begins on one of its lines.
  func inFile(_ name: String, firstLine: Int) -> SourceLocation {
    SourceLocation(file: name, position: TextLocation(line: firstLine + line - 1, column: column))
  }
}

/// The lines, with their numbers from 1; those of white space alone are empty.
func lines(of utf8: [UInt8]) -> [(number: Int, text: [UInt8])] {
  let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  return (lines.last?.isEmpty == true ? lines.dropLast() : lines).enumerated().map { index, line in
    (index + 1, line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? [] : Array(line))
  }
}

/// Those that hold more than white space.
func writtenLines(of utf8: [UInt8]) -> [(number: Int, text: [UInt8])] {
  lines(of: utf8).filter { !$0.text.isEmpty }
}
