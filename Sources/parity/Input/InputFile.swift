internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// A file named on the command line, or standard input.
struct InputFile {
  /// The path of the file, or `-` for standard input.
  let path: String

  /// The name of the file in messages.
  var name: String { path == "-" ? "standard input" : path }

  /// Reads the whole file, up to 1 GiB.
  func bytes() throws(CommandFailure) -> [UInt8] {
    do {
      return path == "-"
        ? try Surroundings.current.console.readAll(name, limit: Self.limit)
        : try FileSystem.read(Surroundings.current.path(path), limit: Self.limit)
    } catch {
      throw CommandFailure(.unusableData, "\(name): \((error as? FileError)?.reason ?? "\(error)")")
    }
  }

  /// Parses each line as JSON and returns what `read` makes of it. Blank lines are skipped.
  ///
  /// - Parameter isWanted: Returns whether to read the line with the given number, counted from 1.
  func payloads<Payload>(
    where isWanted: (Int) -> Bool = { _ in true },
    _ read: (JSONNode) -> Payload
  ) throws(CommandFailure) -> [(line: Int, payload: Payload)] {
    try payloads(in: try bytes(), where: isWanted, read)
  }

  /// Parses each line of the file's bytes, which were read already.
  func payloads<Payload>(
    in bytes: [UInt8],
    where isWanted: (Int) -> Bool = { _ in true },
    _ read: (JSONNode) -> Payload
  ) throws(CommandFailure) -> [(line: Int, payload: Payload)] {
    var payloads: [(line: Int, payload: Payload)] = []
    for (line, text) in lines(of: bytes) where !text.isEmpty && isWanted(line) {
      payloads.append((line, read(try JSONDocument(parsing: text, in: name, line: line).root)))
    }
    return payloads
  }

  /// Parses the wanted lines as JSON, and summarizes which lines they are.
  ///
  /// - Parameters:
  ///   - wanted: The lines to read, or `nil` for all.
  ///   - noun: What a line holds, in the singular.
  /// - Throws: A failure if a line isn't JSON, or if there is nothing in the wanted lines.
  func excerpt<Payload>(
    _ wanted: LineRange?,
    of noun: String,
    _ read: (JSONNode) -> Payload
  ) throws(CommandFailure) -> (payloads: [(line: Int, payload: Payload)], summary: String) {
    let payloads = try payloads(where: { wanted?.numbers.contains($0) ?? true }, read)
    guard let first = payloads.first?.line, let last = payloads.last?.line else {
      let place = wanted.map { " in the lines \($0)" } ?? ""
      throw CommandFailure(.usage, "\(name) has no \(noun)s\(place)")
    }

    return (
      payloads,
      "\(counted(payloads.count, noun)) from \(name), lines \(first) to \(last)"
    )
  }

  /// Returns the failure for a payload that isn't an object.
  ///
  /// - Parameter line: The line of the payload, counted from 1.
  func invalidPayload(at line: Int) -> CommandFailure {
    CommandFailure(.unusableData, "\(name):\(line):1: a payload must be an object")
  }

  /// The maximum size, 1 GiB. Recordings are far larger than case files.
  private static let limit = 1 << 30
}

extension JSONDocument {
  /// Parses a text that begins on a line of a file. Errors refer to the lines of the file.
  init(parsing utf8: [UInt8], in name: String, line: Int) throws(CommandFailure) {
    do {
      try self.init(parsing: utf8)
    } catch {
      throw CommandFailure(
        .unusableData,
        "\(error.location.inFile(name, firstLine: line)): \(error.message)"
      )
    }
  }
}

extension TextLocation {
  /// Returns the location in a file, for a location in a text that begins on one of its lines.
  func inFile(_ name: String, firstLine: Int) -> SourceLocation {
    SourceLocation(file: name, position: TextLocation(line: firstLine + line - 1, column: column))
  }
}

/// Returns the lines with their numbers, counted from 1. A line that has only white space is empty.
func lines(of utf8: [UInt8]) -> [(number: Int, text: [UInt8])] {
  let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  return (lines.last?.isEmpty == true ? lines.dropLast() : lines).enumerated().map { index, line in
    (index + 1, line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? [] : Array(line))
  }
}
