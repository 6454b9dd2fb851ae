internal import AdapterHost
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// The contracts to send requests for, and the programs that may implement them.
struct SelectedContracts: Sendable {
  let folder: ContractFolder
  let contracts: [Contract]

  var programs: [ProgramEntry] { folder.programs }

  /// Returns whether `reference` means a program: it is the reference of a contract that links none.
  func isReference(_ entry: ProgramEntry) -> Bool {
    entry.isReference
      && contracts.contains { $0.implementations.isEmpty && entry.implements($0.id) }
  }

  /// The names that `--implementation` accepts.
  var implementationNames: [String] {
    let linked = contracts.flatMap { $0.implementations.map(\.name) }
    let reference = programs.contains(where: isReference) ? ["reference"] : []
    return (linked + reference + programs.map(\.name)).distinct(by: \.self)
  }

  /// The parameters of `initialize`.
  var greeting: JSONValue {
    Handshake.parameters(
      harnessVersion: harnessVersion,
      contracts: contracts.map { ($0.id, "\($0.version)") }
    )
  }

  /// Returns the command that starts a program.
  ///
  /// - Parameter root: The root of the tree in which the program runs, or `nil` for the suite's
  ///   root.
  func command(of entry: ProgramEntry, under root: FilePath? = nil) -> ProgramCommand {
    let root = root ?? folder.root
    let folder = entry.workingDirectory.map { root.pushing(FilePath($0)) } ?? root

    return ProgramCommand(
      words: entry.command,
      workingDirectory: folder == Surroundings.current.folder ? nil : folder,
      environment: entry.environment,
      in: Surroundings.current.programs
    )
  }
}
