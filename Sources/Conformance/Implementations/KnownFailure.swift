package import CanonicalJSON
package import RFC3339
package import SystemPackage

/// A known failure of an implementation in one case, with the reason.
package struct KnownFailure: Hashable, Sendable {
  /// A kind of failure, by its word in the list.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    /// The output differs from the expectation or the golden.
    case differs
    /// The implementation returns an error.
    case error
    /// The program ended or violated the protocol.
    case crash
    /// The reply didn't come within the time limit.
    case timeout
    /// The output depends on the order in which the input arrives.
    case order
  }

  package let implementation: String
  /// The name of the case, `CONTRACT/CASE`.
  package let caseName: String
  /// The failure that the line excuses. Any other failure of the case still counts.
  package let pin: FailurePin
  /// The text that the list gives as the reason, for readers of reports.
  package let reason: String
  /// A page about the failure, such as an issue, or `nil` for none.
  package let link: String?
  /// The last day on which the failure is excused, or `nil` if it has no expiry date.
  package let expires: CalendarDay?
  /// The location of the line in the list.
  package let location: SourceLocation

  package init(
    of implementation: String,
    _ caseName: String,
    _ pin: FailurePin,
    reason: String,
    link: String? = nil,
    expires: CalendarDay? = nil,
    at location: SourceLocation = SourceLocation(file: KnownFailuresFile.path)
  ) {
    self.implementation = implementation
    self.caseName = caseName
    self.pin = pin
    self.reason = reason
    self.link = link
    self.expires = expires
    self.location = location
  }

  /// The case and the implementation. The list has at most one line for each pair.
  var key: Verdict.Key { Verdict.Key(caseName: caseName, implementation: implementation) }

  /// The command that renews this line, so that it excuses the failure that the case has now.
  var renewal: String { "\(renewalOfAll) --only \(caseName)" }

  /// The command that renews all lines of the implementation.
  var renewalOfAll: String {
    "parity known add --renew --implementation \(implementation)\(listOption)"
  }

  /// The option that names the list, with a leading space, or an empty string for the repository's
  /// list.
  var listOption: String {
    location.file == KnownFailuresFile.path ? "" : " --known \(location.file.shellQuoted)"
  }
}

/// The values that identify one failure of a case, so that no other failure of it is excused.
package struct FailurePin: Hashable, Sendable {
  package let kind: KnownFailure.Kind
  /// The code of the JSON-RPC error, for the kind `error`.
  package let code: JSONNumber?
  /// A digest of the output, for the kinds `differs` and `order`.
  ///
  /// It is the SHA-256, in hex, of the canonical JSON of the output without ignored members. For
  /// `order`, it is the digest of the output for the case's own input.
  package let output: String?

  package init(_ kind: KnownFailure.Kind, code: JSONNumber? = nil, output: String? = nil) {
    self.kind = kind
    self.code = code
    self.output = output
  }

  /// Whether the pin has all values that identify a failure of this kind.
  ///
  /// Lines that earlier versions wrote have a kind and nothing else. They excuse no failure.
  package var isComplete: Bool {
    switch kind {
    case .differs, .order: output != nil
    case .error: code != nil
    case .crash, .timeout: true
    }
  }
}

/// The list of known failures, `known-failures.jsonl`, with an object on each line.
package enum KnownFailuresFile {
  /// The path of the repository's list, relative to the root.
  package static let path = "known-failures.jsonl"

  /// Reads a list of known failures in the order of the file. A missing file is an empty list.
  ///
  /// - Parameter path: The path of the list, relative to the root, or absolute.
  package static func load(_ path: String, under root: FilePath) -> Loaded<[KnownFailure]> {
    let bytes: [UInt8]
    do {
      bytes =
        try FileSystem.readIfPresent(root.pushing(FilePath(path)), limit: SourceFile.sizeLimit)
        ?? []
    } catch {
      return Loaded([], [Diagnostic(error.reason, at: SourceLocation(file: path))])
    }
    return failures(in: bytes, at: path)
  }

  /// Reads the text of a list, and ignores blank lines.
  ///
  /// - Parameter path: The path of the list, for messages.
  package static func failures(in bytes: [UInt8], at path: String) -> Loaded<[KnownFailure]> {
    var failures: [KnownFailure] = []
    var diagnostics: [Diagnostic] = []

    for line in bytes.numberedLines
    where !line.text.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
      // Each line is a document of its own, so its positions have to be moved to those in the list.
      let place = { (location: TextLocation) in
        let position = TextLocation(line: line.number, column: location.column)
        return SourceLocation(file: path, position: position)
      }

      do {
        let file = SourceFile(path: path, document: try JSONDocument(parsing: Array(line.text)))
        let start = place(TextLocation(line: 1, column: 1))
        if let known = failure(in: file, at: start) { failures.append(known) }
        diagnostics += file.diagnostics.map {
          Diagnostic(
            $0.message,
            severity: $0.severity,
            at: $0.location.position.map(place) ?? $0.location
          )
        }
      } catch {
        diagnostics.append(Diagnostic(error.message, at: place(error.location)))
      }
    }
    return Loaded(failures, diagnostics)
  }

  /// Reads the object on a line. Returns `nil` if a required member is missing or the kind is
  /// unknown, after reporting that.
  private static func failure(in file: SourceFile, at location: SourceLocation) -> KnownFailure? {
    let keys = ["implementation", "case", "kind", "code", "output", "reason", "link", "expires"]
    guard let reader = ObjectReader(file.root, "a known failure", keys: keys, in: file) else {
      return nil
    }

    let expires = reader.optionalText("expires")
    let day = expires.flatMap(CalendarDay.init)
    if let expires, day == nil, let node = reader["expires"] {
      file.report("invalid date '\(expires)': use YYYY-MM-DD", at: node)
    }

    let pin = pin(reader)
    guard let implementation = reader.requiredText("implementation"),
      let name = reader.requiredText("case"),
      let reason = reader.requiredText("reason"), let pin
    else { return nil }
    return KnownFailure(
      of: implementation,
      name,
      pin,
      reason: reason,
      link: reader.optionalText("link"),
      expires: day,
      at: location
    )
  }

  /// Reads the members that identify a failure. Reports a `code` or an `output` that is invalid or
  /// doesn't belong to the kind. Either may be missing: such a line is incomplete, and the lint
  /// reports it.
  private static func pin(_ reader: ObjectReader) -> FailurePin? {
    guard let word = reader.requiredText("kind"), let kindNode = reader["kind"] else { return nil }
    guard let kind = KnownFailure.Kind(rawValue: word) else {
      let known = KnownFailure.Kind.allCases.map(\.rawValue)
      let message =
        "unknown 'kind' value '\(word)'\(Suggestion.hint(for: word, among: known, orList: true))"
      reader.file.report(message, at: kindNode)
      return nil
    }

    let codeNode = reader["code"]
    let code = codeNode?.number
    if let codeNode, code == nil || kind != .error {
      let message =
        kind == .error ? "'code' must be a number" : "'code' is allowed only with the kind 'error'"
      reader.file.report(message, at: codeNode)
    }

    let outputNode = reader["output"]
    let output = outputNode?.string
    let hasOutput = kind == .differs || kind == .order
    if let outputNode, !hasOutput || output.map(isDigest) != true {
      let message =
        hasOutput
        ? "'output' must be a SHA-256 digest of 64 lowercase hexadecimal digits"
        : "'output' is allowed only with the kinds 'differs' and 'order'"
      reader.file.report(message, at: outputNode)
    }
    return FailurePin(kind, code: code, output: output)
  }

  /// Whether a text is a SHA-256 digest in the form that the list uses.
  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Returns the text of a list. Lines are sorted by implementation and case, so that the same
  /// failures always have the same text and a merge puts related lines together.
  package static func bytes(of failures: [KnownFailure]) -> [UInt8] {
    let inOrder = failures.sorted {
      ($0.implementation, $0.caseName) < ($1.implementation, $1.caseName)
    }

    return inOrder.flatMap { failure in
      let object: JSONObject = [
        "implementation": .string(failure.implementation),
        "case": .string(failure.caseName),
        "kind": .string(failure.pin.kind.rawValue),
        "code": failure.pin.code.map { .number($0) },
        "output": failure.pin.output.map { .string($0) },
        "reason": .string(failure.reason),
        "link": failure.link.map { .string($0) },
        "expires": failure.expires.map { .string("\($0)") },
      ]
      return JSONValue.object(object).canonicalUTF8() + [UInt8(ascii: "\n")]
    }
  }
}
