import CanonicalJSON
import Conformance
import MessageSnapshot
import Testing

extension [Diagnostic] {
  /// What each diagnostic says, without its words: `f.json:1:3 error` if the file can't be
  /// understood, and `f.json:1:3 error unknownName one` for a finding.
  var places: [String] {
    map { diagnostic in
      let finding: [String] =
        diagnostic.isUnusable ? [] : diagnostic.identity.dropFirst().map(\.text)
      return (["\(diagnostic.location)", "\(diagnostic.severity)"] + finding)
        .joined(separator: " ")
    }
  }
}

extension MessageSnapshot {
  /// Expects diagnostics at these places, in the recorded words.
  ///
  /// - Parameters:
  ///   - name: The name of the entry.
  ///   - places: The places, as `[Diagnostic].places` has them.
  ///   - folder: A prefix that the places lack.
  func expect(
    _ diagnostics: [Diagnostic],
    _ name: String,
    at places: [String],
    below folder: String = "",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let found = diagnostics.places.map {
      $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : $0
    }
    #expect(found == places, sourceLocation: sourceLocation)
    expect(diagnostics.map(\.description), name, sourceLocation: sourceLocation)
  }
}
