internal import Foundation

// What differs between the systems that this target runs on.

extension stat {
  /// The time of the last modification, with its full resolution.
  var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
