internal import ArgumentParser
internal import Conformance
internal import SystemPackage
internal import TemplateFiles

/// The command `parity init`, which creates a suite that works except for the golden of its case.
struct InitCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a suite with one case and a program.",
    usage: "parity init [--adapter <language>] [<options>]",
    discussion: """
      The command writes the smallest suite that works: a contract without rules, a case without \
      an expectation, a program (the adapter) and \(RepositoryFile.path). Existing files stay as \
      they are. The contract has the name of the folder. To record the output of the case, run \
      'parity check --update'.

      Example: parity init --adapter python
      """
  )

  @Option(
    help: ArgumentHelp(
      """
      Language of the adapter: \(AdapterLanguage.names) (default: the language of the folder's \
      build file, otherwise python).
      """,
      valueName: "language"
    ),
    completion: .list(AdapterLanguage.allCases.map(\.rawValue)),
    transform: OptionValue.choice
  )
  var adapter: AdapterLanguage?

  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      "Folder of the new suite (default: the current folder).",
      valueName: "folder"
    )
  )
  var root: String?

  @OptionGroup(title: "Output") var output: OutputOptions

  private static let operation = "convert"

  /// Creates the suite, unless the folder is the root of one already.
  func execute() async throws -> CommandResult {
    let current = try Surroundings.current.requireFolder()
    let root = root.map { Surroundings.current.path($0) } ?? current
    try ContractFolder.rejectSuite(in: root)

    let likely = AdapterLanguage.likely(in: root)
    let language = adapter ?? likely.language
    let contract = try contractName(for: current.pushing(root))
    let template = AdapterTemplate(
      language: language,
      contract: contract,
      operations: [Self.operation],
      isExample: true
    )

    let files = ContractFiles(
      id: contract,
      operation: Self.operation,
      manifest: String(cString: template_init_manifest_json()),
      cases: ("cases.json", String(cString: template_init_cases_json())),
      adapter: template
    )

    let next = [
      "record the output of the case: parity check --update",
      "call your code in the function 'answer' in \(template.path)",
      "add cases to \(Suite.fixtures(of: contract))/cases.json",
    ]

    return CommandResult(
      writing: Scaffold(try files.edits(under: root)),
      under: root,
      remarks: remarks(on: language, becauseOf: likely.file),
      next: next,
      Reporter(output)
    )
  }

  /// Returns the remarks on the choice of the language, on what is missing to run the adapter, and
  /// on a suite in a parent folder.
  ///
  /// - Parameter file: The build file that shows the language, or `nil` if there is none.
  private func remarks(on language: AdapterLanguage, becauseOf file: String?) -> [String] {
    var remarks = language.missingRequirements()
    if adapter == nil {
      let reason = file.map { ", because of \($0)" } ?? ""
      remarks.insert(
        "the adapter is in \(language.rawValue)\(reason); --adapter selects another language",
        at: 0
      )
    }

    if root == nil, let parent = try? ContractFolder.nearestRepository() {
      remarks.append("the suite in \(parent) doesn't include this one")
    }
    return remarks
  }

  /// Returns the name of a folder in the form of a contract's name, or `example` if it has no
  /// usable characters or is the name of a built-in contract.
  private func contractName(for folder: FilePath) throws -> String {
    let name = folder.lexicallyNormalized().lastComponent?.string ?? ""
    let letters = name.lowercased().unicodeScalars.map { scalar in
      NameForm.contract.fits(String(scalar)) ? Character(scalar) : "-"
    }
    let words = String(letters).split(separator: "-").joined(separator: "-")
    let contract = String(words.prefix(80))

    let builtin = try ContractFolder(root: nil, isBuiltin: true).ids
    return contract.isEmpty || builtin.contains(contract) ? "example" : contract
  }
}
