/// The properties of an implementation that show a reader of a report which program was checked.
package struct ImplementationDetails: Hashable, Sendable {
  /// The version that the implementation reports, or `nil` if it reports none.
  package let version: String?
  /// The programming language that the implementation reports, or `nil` if it reports none.
  package let language: String?
  /// The command that starts the program, as a line for a shell, or `nil` if the implementation is
  /// linked into Parity.
  package let command: String?

  package init(version: String? = nil, language: String? = nil, command: String? = nil) {
    self.version = version
    self.language = language
    self.command = command
  }
}

extension Provenance.Implementation {
  /// Creates the entry of an implementation in the provenance of a run.
  ///
  /// - Parameter details: What is known about the implementation in addition to its name.
  package init(name: String, _ details: ImplementationDetails = ImplementationDetails()) {
    self.init(
      name: name,
      version: details.version,
      language: details.language,
      command: details.command
    )
  }

  /// Creates the entry of an implementation with everything that it reports about itself.
  init(_ implementation: any Implementation) {
    self.init(name: implementation.name, implementation.details)
  }
}
