internal import ArgumentParser
internal import Foundation

/// The program, which runs the benchmark or, if the first argument is `workload`, a single
/// workload.
@main
enum Program {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())

    // Valgrind crashes when the main thread of an asynchronous program ends.
    if arguments.first == "workload" {
      WorkloadCommand.main(Array(arguments.dropFirst()))
    } else {
      Task.detached {
        await Bench.main(arguments)
        exit(0)
      }
      dispatchMain()
    }
  }
}
