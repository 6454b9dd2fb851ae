internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// Lines of a recording as a case's input, with what should not leave the machine replaced.
struct RecordedInput {
  let member: String
  let value: JSONSketch
  /// What was taken and what was replaced, a line each.
  let report: [String]

  init(_ path: String, lines: LineRange?, for contract: any Contract) throws(CommandFailure) {
    let name = path == "-" ? "standard input" : path
    var redaction = Redaction()
    var sketches: [JSONSketch] = []
    var numbers: [Int] = []
    for (number, text) in writtenLines(of: try Self.read(path, name: name)) where lines?.contains(number) ?? true {
      do {
        let root = try JSONDocument(parsing: text).root
        sketches.append(JSONSketch(root) { redaction.redact($0) })
      } catch {
        throw CommandFailure(
          .unusableData, "\(error.location.inFile(name, firstLine: number)): \(error.message)")
      }
      numbers.append(number)
    }
    guard let first = numbers.first, let last = numbers.last else {
      throw CommandFailure(.usage, "\(name) has no payload \(lines.map { "in lines \($0)" } ?? "at all")")
    }
    let list = JSONSketch.array(sketches)
    let payloads = try Self.file(list, name: name)
    do {
      guard let request = try contract.request(fromRecording: payloads.root.value.elements ?? []) else {
        throw CommandFailure(.usage, "\(contract.id) takes no recorded payloads")
      }
      // Payloads as they are read better than what they amount to.
      let shorthand = contract.inputShorthands.first { shorthand in
        contract.input(.shorthand(shorthand, payloads.root), operation: request.operation, in: payloads)
          == request.input
      }
      member = shorthand ?? "input"
      value = try shorthand == nil ? JSONSketch(Self.file(.value(request.input), name: name).root) { $0 } : list
    } catch let error as RecordingError {
      throw CommandFailure(.unusableData, "\(name):\(numbers[error.index]):1: \(error.message)")
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw CommandFailure(.internalError, "\(error)")
    }
    report =
      ["\(counted(numbers.count, "payload")) of \(name), lines \(first) to \(last)"]
      + redaction.replacements.map { replacement in
        "replaced \(replacement.kind.noun) \(replacement.excerpt) by \(replacement.placeholder), "
          + "\(counted(replacement.count, "time"))"
      }
      + ["read it before you publish it: names in running text and secrets without a known form are still there"]
  }

  private static func file(_ sketch: JSONSketch, name: String) throws(CommandFailure) -> SourceFile {
    do {
      return SourceFile(path: name, document: try JSONDocument(parsing: sketch.text()))
    } catch {
      throw CommandFailure(.internalError, "what was made of \(name) is no JSON: \(error.message)")
    }
  }

  private static func read(_ path: String, name: String) throws(CommandFailure) -> [UInt8] {
    do {
      let limit = SourceFile.sizeLimit
      guard path == "-" else { return try FileSystem.read(FilePath(path), limit: limit) }
      return try FileSystem.readAll(.standardInput, path: FilePath(name), limit: limit)
    } catch let error as FileError {
      throw CommandFailure(.unusableData, "\(name): \(error.reason)")
    } catch {
      throw CommandFailure(.unusableData, "\(name): \(error)")
    }
  }
}

extension Redaction.Kind {
  fileprivate var noun: String {
    switch self {
    case .secret: "a secret"
    case .address: "the e-mail address"
    case .home: "the home folder of"
    }
  }
}

/// `10-20`, `10-` or `7`, from 1, the last included.
struct LineRange: ExpressibleByArgument, CustomStringConvertible {
  private let first: Int
  private let last: Int?
  let description: String

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = Int(parts[0]), first >= 1, parts.count <= 2 else { return nil }
    let isOpen = parts.count == 2 && parts[1].isEmpty
    let last = isOpen ? nil : Int(parts[parts.count - 1])
    guard isOpen || (last ?? 0) >= first else { return nil }
    self.first = first
    self.last = last
    description = argument
  }

  func contains(_ line: Int) -> Bool { line >= first && line <= last ?? .max }
}
