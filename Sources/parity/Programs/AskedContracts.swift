internal import AdapterHost
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// The contracts that implementations are asked about, and the programs that may answer.
struct AskedContracts: Sendable {
  let folder: ContractFolder
  let contracts: [Contract]

  var programs: [ProgramEntry] { folder.programs }

  /// Whether goldens come from a program, which is that of a contract that links no reference.
  func isReference(_ entry: ProgramEntry) -> Bool {
    entry.isReference
      && contracts.contains { $0.implementations.isEmpty && entry.carriesOut($0.id) }
  }

  /// Whether it is judged where none is named.
  func isDefault(_ entry: ProgramEntry) -> Bool { entry.isDefault || isReference(entry) }

  /// What `--implementation` can be given.
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

  /// How a program is started.
  ///
  /// - Parameter root: of the tree in which it runs; `nil` for the suite's own.
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
