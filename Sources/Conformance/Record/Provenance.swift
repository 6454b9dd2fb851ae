package import RFC3339

/// The origin of a run's results: which programs ran, when, for how long, and on which machine.
package struct Provenance: Hashable, Sendable {
  /// The implementations of the run, in order.
  package var implementations: [CheckedImplementation]
  /// The start of the run in whole seconds, or `nil` in a reproducible report.
  package var start: DateTime?
  /// The time that the run took, or `nil` in a reproducible report.
  package var duration: Duration?
  /// The machine of the run, or `nil` in a reproducible report.
  package var machine: Machine?
  /// The labels of the run, in order of their names.
  package var labels: [RunLabel]

  package init(
    implementations: [CheckedImplementation] = [],
    start: DateTime? = nil,
    duration: Duration? = nil,
    machine: Machine? = nil,
    labels: [RunLabel] = []
  ) {
    self.implementations = implementations
    self.start = start
    self.duration = duration
    self.machine = machine
    self.labels = labels
  }

  /// The kind of machine that a run used. Its name isn't part of it, since reports are published.
  package struct Machine: Hashable, Sendable {
    /// The name and version of the operating system, such as `Linux 6.8.0`.
    package let system: String
    /// The processor architecture, such as `x86_64`.
    package let architecture: String
    /// The number of processors that are available.
    package let processors: Int

    package init(system: String, architecture: String, processors: Int) {
      self.system = system
      self.architecture = architecture
      self.processors = processors
    }
  }
}

/// The name of an implementation of a run, with what it reports about itself.
package struct CheckedImplementation: Hashable, Sendable {
  package let name: String
  package let details: ImplementationDetails

  package init(name: String, details: ImplementationDetails = ImplementationDetails()) {
    self.name = name
    self.details = details
  }

  init(_ implementation: any Implementation) {
    self.init(name: implementation.name, details: implementation.details)
  }
}

/// A name and a value that a reader of a report can recognize the run by, such as `commit` and the
/// hash of the commit.
package struct RunLabel: Hashable, Sendable {
  package let name: String
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Returns the reason why the name or the value can't be in a report, or `nil` if both can.
  package var refusal: String? {
    if let refusal = NameForm.any.refusal(of: name, as: "label name") { return refusal }
    if value.utf8.allSatisfy({ $0 == 0x20 }) { return "the label '\(name)' must not be blank" }
    if value.utf8.count > Self.mostBytes {
      return "the label '\(name)' must have at most \(Self.mostBytes) bytes"
    }
    return nil
  }

  /// The maximum size of a value, in bytes.
  private static let mostBytes = 1_000
}

extension [RunLabel] {
  /// Returns these labels and the others in order of their names. If both have a name, the value of
  /// these counts.
  package func adding(_ others: [RunLabel]) -> [RunLabel] {
    (self + others).distinct(by: \.name).sorted { $0.name < $1.name }
  }
}
