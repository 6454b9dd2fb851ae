internal import ArgumentParser

/// The command with which this program starts itself, to run a single workload in a process.
struct WorkloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workload",
    abstract:
      "Run one piece of work alone, as the other parts do for its memory or its instructions.",
    shouldDisplay: false
  )

  @Argument(help: "One of: \(Workload.allCases.map(\.rawValue).joined(separator: ", ")).")
  var workload: Workload

  @Option(help: "Bytes of the input.")
  var bytes = 1_000_000

  @Option(help: "Rows of a session, in place of its bytes.")
  var rows: Int?

  @Option(help: "Bytes of the outcome of each tool, where rows are given.")
  var resultBytes = 100

  @Option(help: "The seed that the input is made from.")
  var seed: UInt64 = 1

  @Option(help: "How often the work is done.")
  var times = 1

  @Flag(
    help: """
      Print the bytes of the input, and of memory: before the input, with it, at the peak, with \
      the result.
      """
  )
  var memory = false

  /// Prints the size of the input, followed by the memory if it is measured. The reader of this
  /// output is `MemoryPart` or `InstructionsPart`.
  func run() throws {
    let empty = memory ? try ProcessMemory() : nil
    let size = WorkloadSize(bytes: bytes, rows: rows, resultBytes: resultBytes, seed: seed)
    let prepared = try workload.prepared(size)

    guard let empty else {
      for _ in 0..<times { withExtendedLifetime(try prepared.work()) {} }
      return print(prepared.bytes)
    }

    let before = try ProcessMemory()
    try withExtendedLifetime(try prepared.work()) {
      let peak = try ProcessMemory.peak()
      let after = try ProcessMemory()
      print(prepared.bytes, empty.resident, before.resident, peak, after.resident)
    }
  }
}

extension Workload: ExpressibleByArgument {}
