internal import ArgumentParser
internal import Conformance
internal import SystemPackage

struct NewContractCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "contract",
    abstract: "Create a contract with a manifest and a first case.",
    usage: "parity new contract <id> --operation <name> [--adapter <language>] [<options>]",
    discussion: """
      The command works in any folder, even an empty one. 'parity lint' reports the placeholders \
      to replace. Goldens are recorded from the program that \(RepositoryFile.path) marks with \
      "reference": true. --adapter creates such a program.

      Example: parity new contract date-range --operation parse --adapter python
      """
  )

  @Argument(
    help: ArgumentHelp("ID of the contract; also used to name its folders.", valueName: "id")
  )
  var id: String

  @Option(
    help: ArgumentHelp("Name of the operation that implementations provide.", valueName: "name")
  )
  var operation: String

  @Option(
    help: ArgumentHelp(
      "Also create the reference program in this language: python or javascript.",
      valueName: "language"
    ),
    completion: .list(AdapterTemplate.Language.allCases.map(\.rawValue)),
    transform: OptionValue.choice
  )
  var adapter: AdapterTemplate.Language?

  @OptionGroup var root: RootOption

  @OptionGroup(title: "Output") var output: OutputOptions

  func execute() async throws -> CommandResult {
    let root =
      try self.root.path.map { Surroundings.current.path($0) } ?? ContractFolder.nearestRepository()
      ?? Surroundings.current.folder
    let template = adapter.map {
      AdapterTemplate(language: $0, contract: id, operations: [operation])
    }
    let scaffold = Scaffold(try firstFiles(with: template, under: root))
    let program =
      template.map { "implement '\(operation)' in the function 'answer' in \($0.path)" }
      ?? "add the program that implements the contract to "
      + "\(RepositoryFile.path), with \"reference\": true"
    let next = [
      "list the placeholders to replace: parity lint --contract \(id)", program,
      "review its outputs and accept them: parity review --contract \(id)",
    ]
    return CommandResult(writing: scaffold, under: root, next: next, Reporter(output))
  }

  /// Returns the edits that create the first files of a contract.
  ///
  /// - Parameter adapter: The program that becomes the reference, or `nil` to leave it to the user.
  private func firstFiles(
    with adapter: AdapterTemplate?,
    under root: FilePath
  ) throws(ScaffoldError) -> [FileEdit] {
    for (name, noun) in [(id, "contract id"), (operation, "operation name")] {
      if let refusal = NameForm.contract.refusal(of: name, as: noun) {
        throw ScaffoldError(refusal)
      }
    }
    let folder = Suite.fixtures(of: id)
    guard FileSystem.entry(at: root.pushing(FilePath(folder))) == nil else {
      throw ScaffoldError("nothing was written, because \(folder) already exists")
    }
    let program = try adapter?.edits(isReference: true, under: root)
    let attributes = ".gitattributes"
    let hasAttributes = FileSystem.entry(at: root.appending(attributes)) != nil
    return [
      FileEdit(
        "\(folder)/\(MatrixFile.name)",
        from: nil,
        to: filled(PackageResources.first_manifest_json)
      ),
      FileEdit("\(folder)/basics.json", from: nil, to: filled(PackageResources.first_cases_json)),
    ] + (program ?? [Scaffold.emptyList(under: root)].compactMap(\.self))
      + (hasAttributes ? [] : [FileEdit(attributes, from: nil, to: PackageResources.gitattributes)])
  }

  private func filled(_ template: [UInt8]) -> [UInt8] {
    let text = String(decoding: template, as: UTF8.self)
    return Array(text.replacing("CONTRACT", with: id).replacing("OPERATION", with: operation).utf8)
  }
}
