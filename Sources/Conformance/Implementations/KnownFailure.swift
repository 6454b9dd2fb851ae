internal import CanonicalJSON
package import RFC3339
package import SystemPackage

/// A case that an implementation is known to fail, how, and why.
package struct KnownFailure: Hashable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// From what the case expects, or from its golden.
    case differs
    /// It answers with an error.
    case error
    case crash
    case timeout
    /// It gives another output where its input arrives in another order.
    case order
  }

  package let implementation: String
  /// `CONTRACT/CASE`
  package let caseName: String
  package let kind: Kind
  package let reason: String
  package let link: String?
  /// The last day on which it is put up with; nil: no end.
  package let expires: CalendarDay?
  package let location: SourceLocation

  package init(
    of implementation: String, _ caseName: String, _ kind: Kind, reason: String, link: String? = nil,
    expires: CalendarDay? = nil, at location: SourceLocation = SourceLocation(file: KnownFailuresFile.path)
  ) {
    (self.implementation, self.caseName, self.kind, self.reason) = (implementation, caseName, kind, reason)
    (self.link, self.expires, self.location) = (link, expires, location)
  }

  package func isOfSameCase(as other: KnownFailure) -> Bool { key == other.key }
  package func isOfSameCase(as verdict: Verdict) -> Bool { key == verdict.key }

  var key: Verdict.Key { Verdict.Key(caseName: caseName, implementation: implementation) }
}

/// `known-failures.jsonl`: the failures that are known, an object per line.
package enum KnownFailuresFile {
  package static let path = "known-failures.jsonl"

  /// In the order of the file; none where there is no file.
  ///
  /// - Parameter path: relative to the root, or absolute.
  package static func load(_ path: String, under root: FilePath) -> (
    failures: [KnownFailure], diagnostics: [Diagnostic]
  ) {
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.readIfPresent(root.pushing(FilePath(path)), limit: SourceFile.sizeLimit) ?? []
    } catch {
      return ([], [Diagnostic(error.reason, at: SourceLocation(file: path))])
    }
    var failures: [KnownFailure] = []
    var diagnostics: [Diagnostic] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
      let place = { (location: TextLocation) in
        SourceLocation(file: path, position: TextLocation(line: index + 1, column: location.column))
      }
      do {
        let file = SourceFile(path: path, document: try JSONDocument(parsing: Array(line)))
        failures += failure(in: file, at: place(TextLocation(line: 1, column: 1))).map { [$0] } ?? []
        diagnostics += file.diagnostics.map {
          Diagnostic($0.message, severity: $0.severity, at: $0.location.position.map(place) ?? $0.location)
        }
      } catch {
        diagnostics.append(Diagnostic(error.message, at: place(error.location)))
      }
    }
    return (failures, diagnostics)
  }

  private static func failure(in file: SourceFile, at location: SourceLocation) -> KnownFailure? {
    let keys = ["implementation", "case", "kind", "reason", "link", "expires"]
    guard let reader = ObjectReader(file.root, "a known failure", keys: keys, in: file) else { return nil }
    let expires = reader.optionalText("expires")
    let day = expires.flatMap(CalendarDay.init)
    if let expires, day == nil, let node = reader["expires"] {
      file.report("'\(expires)' is no day; write it as YYYY-MM-DD", at: node)
    }
    let word = reader.requiredText("kind")
    let kind = word.flatMap(KnownFailure.Kind.init)
    if let word, kind == nil, let node = reader["kind"] {
      let known = KnownFailure.Kind.allCases.map(\.rawValue)
      file.report(Suggestion.unknown("kind of failure", word, among: known, orList: "there are"), at: node)
    }
    guard let implementation = reader.requiredText("implementation"), let name = reader.requiredText("case"),
      let reason = reader.requiredText("reason"), let kind
    else { return nil }
    return KnownFailure(
      of: implementation, name, kind, reason: reason, link: reader.optionalText("link"), expires: day, at: location)
  }

  /// Sorted, so that the same failures are the same bytes, and a merge puts lines together.
  package static func bytes(of failures: [KnownFailure]) -> [UInt8] {
    failures.sorted {
      ($0.implementation, $0.caseName) < ($1.implementation, $1.caseName)
    }.flatMap { failure in
      let object: JSONObject = [
        "implementation": .string(failure.implementation), "case": .string(failure.caseName),
        "kind": .string(failure.kind.rawValue), "reason": .string(failure.reason),
        "link": failure.link.map { .string($0) }, "expires": failure.expires.map { .string("\($0)") },
      ]
      return JSONValue.object(object).canonicalUTF8() + [UInt8(ascii: "\n")]
    }
  }
}
