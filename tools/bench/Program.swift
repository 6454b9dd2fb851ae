internal import ArgumentParser
internal import Foundation

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
