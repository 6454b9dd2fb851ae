internal import Foundation

/// The memory of this process as Linux counts it.
struct ProcessMemory {
  /// The resident memory in bytes, after returning free memory to the system.
  let resident: Int

  /// Measures the memory, and resets the peak.
  ///
  /// - Throws: `MeasurementError` on a system without these files of Linux.
  init() throws {
    Self.releaseFreeMemory()
    resident = try Self.field("VmRSS:")

    do {
      // proc(5): writing 5 resets the peak.
      try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    } catch {
      throw MeasurementError(
        "the system lets no process reset its peak of memory (/proc/self/clear_refs)"
      )
    }
  }

  /// Returns the peak since the last measurement, in bytes.
  static func peak() throws -> Int { try field("VmHWM:") }

  /// Calls glibc's `malloc_trim`, which no Swift module declares. On other systems, free memory
  /// counts as held.
  private static func releaseFreeMemory() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
  }

  /// Returns a field of `/proc/self/status`, which is in kilobytes there, in bytes.
  private static func field(_ name: String) throws -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
    else {
      throw MeasurementError(
        "the system does not tell a process's memory (\(name) in /proc/self/status)"
      )
    }

    return kilobytes * 1_024
  }
}
