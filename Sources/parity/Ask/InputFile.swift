internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// A file named on the command line, or standard input.
struct InputFile {
  /// `-` is standard input.
  let path: String

  /// What messages call it.
  var name: String { path == "-" ? "standard input" : path }

  func bytes() throws(CommandFailure) -> [UInt8] {
    do {
      return path == "-"
        ? try Surroundings.current.console.readAll(name, limit: Self.limit)
        : try FileSystem.read(Surroundings.current.path(path), limit: Self.limit)
    } catch {
      throw CommandFailure(.unusableData, "\(name): \((error as? FileError)?.reason ?? "\(error)")")
    }
  }

  /// What `read` makes of each JSON text, one per line; blank lines are passed over.
  ///
  /// - Parameter isWanted: takes the number of a line, from 1.
  func payloads<Payload>(
    where isWanted: (Int) -> Bool = { _ in true },
    _ read: (JSONNode) -> Payload
  ) throws(CommandFailure) -> [(line: Int, payload: Payload)] {
    var payloads: [(line: Int, payload: Payload)] = []
    for (line, text) in lines(of: try bytes()) where !text.isEmpty && isWanted(line) {
      payloads.append((line, read(try JSONDocument(parsing: text, in: name, line: line).root)))
    }
    return payloads
  }

  func lackOfObject(at line: Int) -> CommandFailure {
    CommandFailure(.unusableData, "\(name):\(line):1: a payload is an object")
  }

  /// 1 GiB; recordings are far larger than case files.
  private static let limit = 1 << 30
}

extension JSONDocument {
  /// The text that begins on a line of a file.
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
