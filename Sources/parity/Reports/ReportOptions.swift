internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The options that select report formats and files.
struct ReportOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      """
      Write a report: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")) \
      ('-' for standard output); repeatable.
      """,
      valueName: "format=path"
    ),
    transform: ReportRequest.init(parsing:)
  )
  var requests: [ReportRequest] = []

  @Option(
    help: ArgumentHelp(
      "Show what changed since an earlier JSON report.",
      valueName: "report"
    )
  )
  var against: String?

  @Option(
    name: .customLong("label"),
    help: ArgumentHelp(
      "Label the reports, such as commit=1f3a; repeatable.",
      valueName: "key=value"
    ),
    transform: RunLabel.init(parsing:)
  )
  var labels: [RunLabel] = []

  @Flag(help: "Leave out of the reports what differs from run to run.")
  var reproducible = false

  @Option(
    help: ArgumentHelp(
      "Write a badge; '\(BadgeRequest.placeholder)' makes one for each.",
      valueName: "file"
    ),
    transform: BadgeRequest.init(parsing:)
  )
  var badge: BadgeRequest?

  /// Returns the labels of a run, by name.
  ///
  /// - Parameter defaults: The labels in parity.json, for which the command line may give others.
  func labels(_ defaults: [RunLabel] = []) -> [String: String] {
    let read = reproducible ? [] : RunLabel.ofContinuousIntegration
    return (labels + defaults + read).byName
  }

  /// Rejects a label that is given twice, and two files with the same path even if it is spelled
  /// differently.
  func validate() throws {
    let names = labels.map(\.name)
    if let name = names.enumerated().first(where: { names[..<$0].contains($1) })?.element {
      throw ValidationError("duplicate --label '\(name)'")
    }

    for (index, request) in requests.enumerated() {
      guard requests[..<index].contains(where: { $0.destination == request.destination }) else {
        continue
      }

      throw ValidationError("duplicate --report path '\(printable(request.path))'")
    }

    if let badge, requests.contains(where: { $0.destination == badge.destination }) {
      throw ValidationError("--badge and --report have the same path '\(printable(badge.path))'")
    }
  }

  /// Throws if a report would replace a file of the suite, or be written into one of its folders.
  func requireOutside(_ root: FilePath) throws(CommandFailure) {
    for request in requests {
      try WrittenPath("report", request.path, request.destination).requireOutside(root)
    }
    if let badge { try WrittenPath("badge", badge.path, badge.destination).requireOutside(root) }
  }

  /// Throws if a report can't be written, before a run whose report would be lost.
  func requireWritable() throws(CommandFailure) {
    for request in requests where !request.isForStandardOutput {
      try WrittenPath("report", request.path, request.destination).requireWritable()
    }
    if let badge { try WrittenPath("badge", badge.path, badge.destination).requireWritable() }
  }

  /// Whether a report shows the inputs and goldens of cases that passed.
  var showsPassed: Bool { requests.contains(where: \.format.showsPassed) }
}

/// The value of one `--report FORMAT=PATH`.
struct ReportRequest: Hashable {
  let format: ReportFormat
  let path: String

  init(format: ReportFormat, path: String) {
    self.format = format
    self.path = path
  }

  /// Reads `FORMAT=PATH`. The path may contain further equals signs.
  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init
    )

    guard let format = ReportFormat(rawValue: parts[0]) else {
      throw ValidationError(ReportFormat.unknownFormat(parts[0]))
    }

    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError("--report requires a path after the format: \(format)=PATH")
    }

    self.format = format
    path = parts[1]
  }

  /// Returns the reports that parity.json requests, with paths relative to its folder, and a
  /// finding for each text that isn't a request or repeats a path.
  static func requests(
    _ texts: [LocatedName],
    under root: FilePath
  ) -> Loaded<[ReportRequest]> {
    var requests: [ReportRequest] = []
    var diagnostics: [Diagnostic] = []

    for text in texts {
      do {
        let request = try ReportRequest(parsing: text.name).relative(to: root)
        if requests.contains(where: { $0.destination == request.destination }) {
          diagnostics.append(Diagnostic("duplicate report '\(text.name)'", at: text.location))
        } else {
          requests.append(request)
        }
      } catch {
        diagnostics.append(
          Diagnostic(
            "invalid report '\(text.name)'; write FORMAT=PATH, such as junit=report.xml",
            at: text.location,
            notes: ["formats: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", "))"]
          )
        )
      }
    }

    return Loaded(requests, diagnostics)
  }

  /// Returns the request with its path relative to a folder instead of the current one.
  private func relative(to folder: FilePath) -> ReportRequest {
    guard !isForStandardOutput else { return self }
    return ReportRequest(format: format, path: folder.pushing(FilePath(path)).string)
  }

  /// Whether the report is printed. That includes paths such as `/dev/stdout`, which name the
  /// output of the process.
  var isForStandardOutput: Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
  }

  /// The file to write, or an empty path for standard output.
  var destination: FilePath {
    isForStandardOutput ? "" : FileSystem.destination(Surroundings.current.path(path))
  }
}
