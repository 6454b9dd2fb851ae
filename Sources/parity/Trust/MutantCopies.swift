internal import AdapterHost
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// Copies of the sources of implementations, in which mutants are made and run.
struct MutantCopies: Sendable {
  let starter: ProgramStarter
  private let workspace: Workspace
  private let folder: FilePath

  /// - Parameter folder: An empty folder for the copies.
  init(_ workspace: Workspace, limits: ProgramLimits, in folder: FilePath) {
    self.workspace = workspace
    self.folder = folder

    var limits = limits
    // Charge a timeout to a single case, and end the mutant after it.
    limits.hangs = 1
    limits.window = 1
    starter = ProgramStarter(selected: workspace.selectedContracts, limits: limits, jobs: 1)
  }

  /// The mutants of one program whose edits are in the same sources.
  private struct Group {
    let program: ProgramEntry
    /// The folder to copy, relative to the root of the suite.
    let sources: FilePath
    var mutants: [Mutant]
  }

  /// Returns the mutants by their program and the sources to copy for it.
  ///
  /// - Parameter contract: The contract of the mutants, which names the copies.
  func targets(of mutants: [Mutant], contract: String) throws -> [Audit.MutationTarget] {
    try groups(of: mutants).enumerated().map { index, group in
      try target(for: group, at: folder.appending("\(contract)-\(index)"))
    }
  }

  /// Groups the mutants. A mutant is left out if its program isn't listed or has no sources.
  private func groups(of mutants: [Mutant]) throws -> [Group] {
    var groups: [Group] = []
    for mutant in mutants {
      let program = workspace.programs.first { $0.name == mutant.implementation.name }
      guard let program,
        let sources = try program.sources(with: mutant.file.name, under: workspace.root)
      else { continue }

      let known = groups.firstIndex { $0.program.name == program.name && $0.sources == sources }
      if let known {
        groups[known].mutants.append(mutant)
      } else {
        groups.append(Group(program: program, sources: sources, mutants: [mutant]))
      }
    }
    return groups
  }

  /// Copies the sources of a group, and returns the way to run its mutants.
  ///
  /// The copies for mutants are made from the copy in which the unchanged program runs. What the
  /// program compiles there doesn't have to be compiled again.
  private func target(for group: Group, at place: FilePath) throws -> Audit.MutationTarget {
    let program = group.program
    let sources = group.sources
    let startingPoints = program.startingPoints(under: workspace.root)
    let base = try WorkTreeCopy(
      of: sources,
      reaching: startingPoints + group.mutants.map { FilePath($0.file.name) },
      under: workspace.root,
      at: place
    )

    return Audit.MutationTarget(
      implementation: program.name,
      mutants: group.mutants
    ) { mutant, body in
      do {
        guard let mutant else { return await trial(of: program, in: base, body) }

        let position = mutant.location.position.map { "\($0.line)-\($0.column)" } ?? ""
        let file = FilePath(mutant.file.name)
        let copy = try WorkTreeCopy(
          of: sources,
          reaching: startingPoints + [file],
          under: base.root,
          at: FilePath("\(place)-\(position)")
        )
        defer { try? FileSystem.removeFolder(copy.root) }

        try copy.replace(file, with: try mutant.edited(under: workspace.root))
        return await trial(of: program, in: copy, body)
      } catch {
        return .failure(ImplementationFailure("couldn't be edited: \(error)"))
      }
    }
  }

  /// Starts a program in a copy, and returns the verdicts of `body` or the reason why it couldn't
  /// start.
  private func trial(
    of program: ProgramEntry,
    in copy: WorkTreeCopy,
    _ body: @Sendable (any Implementation) async -> [Verdict]
  ) async -> Result<[Verdict], ImplementationFailure> {
    switch await starter.start(program, under: copy.root)() {
    case .failure(let incident): return .failure(incident.failure)
    case .success(let started):
      let verdicts = await body(started.implementation)
      _ = await ProgramSession([started]).end()
      return .success(verdicts)
    }
  }
}
