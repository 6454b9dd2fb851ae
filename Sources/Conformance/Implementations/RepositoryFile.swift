internal import CanonicalJSON
package import SystemPackage

/// An entry of `parity.json`: a program, how to start it, and when to check it.
package struct ProgramEntry: Sendable {
  package let name: String
  /// The program and its arguments.
  package let command: [String]
  /// The working directory, relative to the root of the suite, or `nil` for the root.
  package let workingDirectory: String?
  /// The variables that the entry sets.
  package let environment: [(name: String, value: String)]
  package let contracts: [LocatedName]
  /// How the program gets inputs and returns outputs.
  package let exchange: ProgramProtocol
  /// The time until the reply to `initialize` is due, or `nil` for `--timeout`.
  package let startTimeout: Duration?
  /// Whether the program is checked if no implementation is named: it is a reference, unless its
  /// entry says otherwise.
  package let isDefault: Bool
  /// Whether goldens come from the program, for cases that no linked reference can run.
  package let isReference: Bool

  /// Whether the program implements a contract, according to its entry.
  package func implements(_ contract: String) -> Bool { contracts.contains { $0.name == contract } }
}

extension [ProgramEntry] {
  /// Returns the names of the programs that the goldens of a contract come from, in order.
  package func references(of contract: String) -> [String] {
    filter { $0.isReference && $0.implements(contract) }.map(\.name)
  }
}

/// The contents of `parity.json`.
package struct RepositoryContents: Sendable {
  /// The programs that you can name on the command line, in the order of the file.
  package var programs: [ProgramEntry] = []
  /// The case files of the repository's apps.
  package var caseFiles: [AppCaseFile] = []
  /// The names of the contracts that have case files.
  package var contractsWithFiles: [LocatedName] = []
  package var divergences: [AcceptedDivergence] = []
  /// The defaults for options of `parity check`.
  package var check = CheckDefaults()

  /// Creates the contents of a missing file.
  package init() {}
}

/// A case that expects what the contract forbids, which the repository accepts with a reason.
package struct AcceptedDivergence: Hashable, Sendable {
  /// The name of the case, `CONTRACT/CASE`.
  package let caseName: LocatedName
  package let reason: String

  package init(caseName: LocatedName, reason: String) {
    self.caseName = caseName
    self.reason = reason
  }
}

/// Reads `parity.json`.
package enum RepositoryFile {
  package static let path = "parity.json"

  /// Reads the file. A missing file has no contents.
  package static func load(under root: FilePath) -> Loaded<RepositoryContents> {
    guard FileSystem.entry(at: root.appending(path)) != nil else {
      return Loaded(RepositoryContents())
    }
    do {
      let file = try SourceFile.load(path, under: root)
      let contents = contents(of: file, under: root)
      return Loaded(contents, file.diagnostics)
    } catch {
      return Loaded(RepositoryContents(), [error.diagnostic])
    }
  }

  /// Returns the contents of a file, and reports every problem as a diagnostic of the file.
  static func contents(of file: SourceFile, under root: FilePath) -> RepositoryContents {
    var contents = RepositoryContents()
    let keys = ["$schema", "implementations", "caseFiles", "divergences", "check"]
    guard file.root.kind == .object else {
      file.report(
        "\(path) must contain an object, not \(file.root.kind.withArticle)",
        at: file.root
      )
      return contents
    }
    guard let reader = ObjectReader(file.root, path, keys: keys, in: file) else { return contents }

    contents.programs = programs(reader)
    readCaseFiles(reader, into: &contents, under: root)
    contents.divergences = divergences(reader)
    if let node = reader["check"] { contents.check = CheckDefaults(node, in: file) }
    return contents
  }

  /// Reads the member `caseFiles`, which maps the name of a contract to paths.
  private static func readCaseFiles(
    _ reader: ObjectReader,
    into contents: inout RepositoryContents,
    under root: FilePath
  ) {
    guard let node = reader["caseFiles"] else { return }
    let file = reader.file
    guard node.kind == .object else {
      file.report(
        "'caseFiles' must be an object that maps contracts to arrays of paths, "
          + "not \(node.kind.withArticle)",
        at: node
      )
      return
    }

    for member in node.members {
      guard let contract = member.key.string,
        let list = ObjectReader(
          node,
          "'caseFiles'",
          keys: [contract],
          refused: allKeys(of: node),
          in: file
        )
      else { continue }

      contents.contractsWithFiles.append(
        LocatedName(name: contract, location: file.location(of: member.key))
      )
      for (path, item) in list.texts(contract) {
        contents.caseFiles.append(
          AppCaseFile(contract: contract, path: path, in: root, at: file.location(of: item))
        )
      }
    }
  }

  /// Returns the keys of an object, so that a reader of one member accepts the others.
  private static func allKeys(of node: JSONNode) -> [String] {
    node.members.compactMap(\.key.string)
  }

  /// Returns the items of `divergences` that have both a case and a reason.
  private static func divergences(_ reader: ObjectReader) -> [AcceptedDivergence] {
    reader.items("divergences").compactMap { node in
      guard
        let item = ObjectReader(node, "a divergence", keys: ["case", "reason"], in: reader.file)
      else { return nil }

      let name = item.reference("case")
      let reason = item.requiredText("reason")
      guard let name, let reason else { return nil }
      return AcceptedDivergence(caseName: name, reason: reason)
    }
  }

  /// Returns the programs in the order of the file. Of those with the same name, only the first is
  /// kept.
  private static func programs(_ reader: ObjectReader) -> [ProgramEntry] {
    let file = reader.file
    var names = Set<String>()

    return reader.items("implementations", required: true).compactMap { node in
      guard let program = program(node, in: file) else { return nil }

      guard names.insert(program.name).inserted else {
        file.report("duplicate implementation '\(program.name)'", at: node["name"] ?? node)
        return nil
      }
      return program
    }
  }

  /// Reads one item of `implementations`. Returns `nil` if the name is missing, reserved or
  /// invalid. Other problems are reported, but the program is still returned.
  private static func program(_ node: JSONNode, in file: SourceFile) -> ProgramEntry? {
    let keys = [
      "name", "protocol", "command", "stdin", "capabilities", "workingDirectory", "environment",
      "contracts", "startTimeout", "default", "reference",
    ]
    let reader = ObjectReader(
      node,
      "an implementation",
      keys: keys,
      refused: ["knownFailures"],
      in: file
    )
    guard let reader else { return nil }

    let command = command(reader)
    let contracts = contracts(reader)
    let exchange = exchange(reader)
    let workingDirectory = reader.optionalText("workingDirectory")
    let environment = environment(reader["environment"], in: file)
    let startTimeout = startTimeout(reader["startTimeout"], in: file)
    let isReference = reader.flag("reference") ?? false
    let isDefault = reader.flag("default") ?? isReference

    if let list = reader["knownFailures"] {
      file.report(
        "known failures must be in \(KnownFailuresFile.path); add them with 'parity known add'",
        at: list
      )
    }

    // Check the name last, so that the other problems of an entry without a usable name are
    // reported too.
    guard let name = reader.requiredText("name"), isUsable(name, at: node["name"] ?? node, in: file)
    else { return nil }

    return ProgramEntry(
      name: name,
      command: command,
      workingDirectory: workingDirectory,
      environment: environment,
      contracts: contracts,
      exchange: exchange,
      startTimeout: startTimeout,
      isDefault: isDefault,
      isReference: isReference
    )
  }

  /// Returns the program and its arguments, and reports an array without items.
  private static func command(_ reader: ObjectReader) -> [String] {
    let file = reader.file
    let command = reader.items("command", required: true).compactMap { word($0, in: file) }
    if let array = reader["command"], array.kind == .array, command.isEmpty {
      file.report(
        "'command' must not be empty; list the program and each argument as a separate item",
        at: array
      )
    }
    return command
  }

  /// Returns the contracts that the program implements, and reports an array without items. The
  /// lint reports contracts that don't exist.
  private static func contracts(_ reader: ObjectReader) -> [LocatedName] {
    let file = reader.file
    let contracts = reader.texts("contracts", required: true).map { text, node in
      LocatedName(name: text, location: file.location(of: node))
    }
    if let array = reader["contracts"], array.kind == .array, contracts.isEmpty {
      file.report(
        "'contracts' must not be empty; list the contracts that the program implements",
        at: array
      )
    }
    return contracts
  }

  /// Returns how the program gets inputs and returns outputs, and reports members that don't fit.
  private static func exchange(_ reader: ObjectReader) -> ProgramProtocol {
    let name: ProgramProtocol.Name = reader.choice("protocol") ?? .jsonRPC

    switch name {
    case .jsonRPC:
      for key in ["stdin", "capabilities"] {
        guard let node = reader[key] else { continue }
        reader.file.report("'\(key)' is only allowed with \"protocol\": \"stdio\"", at: node)
      }
      return .jsonRPC
    case .stdio:
      if let node = reader["startTimeout"] {
        reader.file.report(
          "'startTimeout' isn't allowed with \"protocol\": \"stdio\", because each case starts the "
            + "program; use --timeout",
          at: node
        )
      }
      return .stdio(
        StdioOptions(
          input: reader["stdin"].flatMap { pointer($0, in: reader.file) },
          capabilities: Set(reader.texts("capabilities").map(\.text))
        )
      )
    }
  }

  /// Returns the JSON Pointer in the member `stdin`, or reports the problem and returns `nil`.
  private static func pointer(_ node: JSONNode, in file: SourceFile) -> JSONPointer? {
    guard let text = node.string else {
      file.report("'stdin' must be a JSON Pointer, not \(node.kind.withArticle)", at: node)
      return nil
    }
    do throws(JSONPointerError) {
      return try JSONPointer(text)
    } catch {
      file.report("'stdin' is invalid: \(error.message)", at: node)
      return nil
    }
  }

  /// Returns the text of one item of `command`, or reports an item that isn't a string and returns
  /// `nil`.
  private static func word(_ node: JSONNode, in file: SourceFile) -> String? {
    guard let word = node.string else {
      file.report("an item of 'command' must be a string, not \(node.kind.withArticle)", at: node)
      return nil
    }
    if word.utf8.contains(0) {
      file.report("an item of 'command' must not contain U+0000", at: node)
    }
    return word
  }

  /// Returns whether an implementation may have the name, and reports a name that it can't have.
  private static func isUsable(_ name: String, at node: JSONNode, in file: SourceFile) -> Bool {
    let isReserved = NameForm.reserved.contains(name)
    if isReserved {
      file.report(
        "the name '\(name)' is reserved on the command line; choose another name",
        at: node
      )
    } else if !NameForm.any.fits(name) {
      file.report("invalid implementation name '\(name)': use \(NameForm.any)", at: node)
    }
    return !isReserved && NameForm.any.fits(name)
  }

  /// Returns the variables that a member sets, in the order of the file, without those that no
  /// process can have.
  private static func environment(_ node: JSONNode?, in file: SourceFile) -> [(
    name: String, value: String
  )] {
    guard let node else { return [] }
    guard node.kind == .object else {
      file.report("'environment' must be an object, not \(node.kind.withArticle)", at: node)
      return []
    }

    return node.members.compactMap { member -> (name: String, value: String)? in
      guard let name = member.key.string, let value = member.value.string else {
        file.report(
          "an environment variable must be a string, not \(member.value.kind.withArticle)",
          at: member.value
        )
        return nil
      }

      let isName = !name.isEmpty && !name.utf8.contains(UInt8(ascii: "="))
      guard isName, !(name + value).utf8.contains(0) else {
        file.report(
          "invalid environment variable '\(name)': the name must not be empty or contain '=', "
            + "and neither the name nor the value may contain U+0000",
          at: member.key
        )
        return nil
      }

      return (name, value)
    }
  }

  /// Returns the time that a member gives in seconds, or `nil` if it is missing or invalid.
  private static func startTimeout(_ node: JSONNode?, in file: SourceFile) -> Duration? {
    guard let node else { return nil }
    guard let seconds = node.number?.double, (0.001...1_000_000).contains(seconds) else {
      file.report("'startTimeout' must be a number of seconds from 0.001 to 1000000", at: node)
      return nil
    }
    return .seconds(seconds)
  }
}
