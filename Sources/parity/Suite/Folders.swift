internal import Foundation
internal import SystemPackage

func workingFolder() -> FilePath { FilePath(FileManager.default.currentDirectoryPath) }

/// The folder of the running program.
func programFolder() -> FilePath { FilePath(programPath()).removingLastComponent() }

/// The running program, links resolved.
func programPath() -> String {
  let program = ProcessInfo.processInfo.arguments.first ?? ""
  #if os(Linux)
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? program
  #else
    let path = Bundle.main.executablePath ?? program
  #endif
  return path
}
