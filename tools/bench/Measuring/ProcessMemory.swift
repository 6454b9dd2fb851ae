internal import Foundation

/// The memory of this process as Linux counts it.
struct ProcessMemory {
  /// In bytes, after what is free has been given back.
  let resident: Int

  /// Also lets the peak start from here.
  init() throws {
    Self.giveBackWhatIsFree()
    resident = try Self.field("VmRSS:")
    guard
      (try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)) != nil
    else {
      throw CannotMeasure(
        "the system lets no process reset its peak of memory (/proc/self/clear_refs)"
      )
    }
  }

  /// The most since the last look, in bytes.
  static func peak() throws -> Int { try field("VmHWM:") }

  /// glibc's `malloc_trim`, which no module of Swift declares; elsewhere free memory counts as
  /// held.
  private static func giveBackWhatIsFree() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
  }

  private static func field(_ name: String) throws -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
    else {
      throw CannotMeasure(
        "the system does not tell a process's memory (\(name) in /proc/self/status)"
      )
    }
    return kilobytes * 1_024
  }
}
