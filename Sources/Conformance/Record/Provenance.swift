/// What ran, when, and on which machine.
package struct Provenance: Codable, Hashable, Sendable {
  /// An implementation as it describes itself, and how it was started.
  package struct Implementation: Codable, Hashable, Sendable {
    package let name: String
    package let version: String?
    package let language: String?
    /// The command that started it, or `nil` if it is linked into Parity.
    package let command: String?

    package init(name: String, version: String?, language: String?, command: String?) {
      self.name = name
      self.version = version
      self.language = language
      self.command = command
    }
  }

  /// The machine on which Parity ran.
  package struct Machine: Codable, Hashable, Sendable {
    /// The operating system with its version.
    package let system: String
    /// The instruction set, such as `x86_64`.
    package let architecture: String
    /// The number of active cores.
    package let cores: Int

    package init(system: String, architecture: String, cores: Int) {
      self.system = system
      self.architecture = architecture
      self.cores = cores
    }
  }

  /// The implementations that ran, in the order of `RunRecord.implementations`.
  package var implementations: [Implementation]
  /// The start of the run as RFC 3339 writes it, in UTC, or `nil` if it isn't recorded.
  package var start: String?
  /// The time that the run took, in milliseconds, or `nil` if it isn't recorded.
  package var milliseconds: Int?
  /// The machine, or `nil` if it isn't recorded.
  package var machine: Machine?

  package init(
    implementations: [Implementation],
    start: String? = nil,
    milliseconds: Int? = nil,
    machine: Machine? = nil
  ) {
    self.implementations = implementations
    self.start = start
    self.milliseconds = milliseconds
    self.machine = machine
  }
}
