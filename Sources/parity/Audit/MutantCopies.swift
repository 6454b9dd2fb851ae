internal import AdapterHost
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// Copies of implementations' sources, in which mutants are made and run.
struct MutantCopies: Sendable {
  let starter: ProgramStarter
  private let workspace: Workspace
  private let folder: FilePath

  /// - Parameter folder: an empty one, for the copies.
  init(_ workspace: Workspace, limits: ProgramLimits, in folder: FilePath) {
    self.workspace = workspace
    self.folder = folder
    var limits = limits
    // So that a hang is charged to one case, and ends the mutant.
    (limits.hangs, limits.window) = (1, 1)
    starter = ProgramStarter(asked: workspace.asked, limits: limits, jobs: 1)
  }

  /// The mutants, by program and by what is copied of it.
  ///
  /// The copy in which a program is judged as it is is the one that those of its mutants are made
  /// from, so that what the program compiles there need not be compiled again.
  func grounds(of mutants: [Mutant], contract: String) throws -> [Audit.Ground] {
    var grounds: [(program: ProgramEntry, sources: FilePath, mutants: [Mutant])] = []
    for mutant in mutants {
      let program = workspace.programs.first { $0.name == mutant.implementation.name }
      guard let program,
        let sources = try program.sources(with: mutant.file.name, under: workspace.root)
      else { continue }
      let known = grounds.firstIndex { $0.program.name == program.name && $0.sources == sources }
      if let known {
        grounds[known].mutants.append(mutant)
      } else {
        grounds.append((program, sources, [mutant]))
      }
    }
    return try grounds.enumerated().map { index, ground in
      let (program, sources, mutants) = ground
      let place = folder.appending("\(contract)-\(index)")
      let startingPoints = program.startingPoints(under: workspace.root)
      let base = try WorkTreeCopy(
        of: sources,
        reaching: startingPoints + mutants.map { FilePath($0.file.name) },
        under: workspace.root,
        at: place
      )
      return Audit.Ground(implementation: program.name, mutants: mutants) { mutant, body in
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
          return .failure(ImplementationFailure("could not be edited: \(error)"))
        }
      }
    }
  }

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
