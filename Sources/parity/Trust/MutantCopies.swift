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

  /// Groups the mutants by their program and the sources to copy for it.
  ///
  /// The copies for mutants are made from the copy in which the unchanged program runs. What the
  /// program compiles there doesn't have to be compiled again.
  func targets(of mutants: [Mutant], contract: String) throws -> [Audit.MutationTarget] {
    var targets: [(program: ProgramEntry, sources: FilePath, mutants: [Mutant])] = []
    for mutant in mutants {
      let program = workspace.programs.first { $0.name == mutant.implementation.name }
      guard let program,
        let sources = try program.sources(with: mutant.file.name, under: workspace.root)
      else { continue }

      let known = targets.firstIndex { $0.program.name == program.name && $0.sources == sources }
      if let known {
        targets[known].mutants.append(mutant)
      } else {
        targets.append((program, sources, [mutant]))
      }
    }

    return try targets.enumerated().map { index, target in
      let (program, sources, mutants) = target
      let place = folder.appending("\(contract)-\(index)")
      let startingPoints = program.startingPoints(under: workspace.root)
      let base = try WorkTreeCopy(
        of: sources,
        reaching: startingPoints + mutants.map { FilePath($0.file.name) },
        under: workspace.root,
        at: place
      )

      return Audit.MutationTarget(implementation: program.name, mutants: mutants) { mutant, body in
        do {
          guard let mutant else { return await trial(of: program, in: base, body) }

          let place = FilePath(
            "\(place)-\(mutant.location.position.map { "\($0.line)-\($0.column)" } ?? "")"
          )
          let file = FilePath(mutant.file.name)
          let copy = try WorkTreeCopy(
            of: sources,
            reaching: startingPoints + [file],
            under: base.root,
            at: place
          )
          defer { try? FileSystem.removeFolder(copy.root) }
          try copy.replace(file, with: try mutant.edited(under: workspace.root))
          return await trial(of: program, in: copy, body)
        } catch {
          return .failure(ImplementationFailure("couldn't be edited: \(error)"))
        }
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
      _ = await started.implementation.finish()
      return .success(verdicts)
    }
  }
}
