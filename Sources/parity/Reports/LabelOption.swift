internal import ArgumentParser
internal import Conformance

extension RunLabel {
  /// Reads the value of one `--label KEY=VALUE`.
  init(parsing text: String) throws {
    guard let separator = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      let example = "--label \(printable(text))=VALUE"
      throw ValidationError("--label requires a value after the key: \(example)")
    }

    self.init(
      name: String(text[..<separator]),
      value: String(text[text.utf8.index(after: separator)...])
    )
    if let refusal { throw ValidationError(printable(refusal)) }
  }

  /// The labels for the variables of GitHub Actions and GitLab CI, or none elsewhere.
  ///
  /// A variable that is missing, blank or too long gives no label.
  static var ofContinuousIntegration: [RunLabel] {
    let labels: [RunLabel] =
      if isSet("GITHUB_ACTIONS") {
        ofGitHub
      } else if isSet("GITLAB_CI") {
        ofGitLab
      } else {
        []
      }
    return labels.filter { $0.refusal == nil }
  }

  /// The labels for the variables of GitHub Actions, some of which may be unset.
  private static var ofGitHub: [RunLabel] {
    // The reference of a pull request names its merge commit.
    let branch = value("GITHUB_HEAD_REF") ?? value("GITHUB_REF_NAME")
    let repository = value("GITHUB_REPOSITORY")
    let run: String? =
      if let server = value("GITHUB_SERVER_URL"), let repository, let id = value("GITHUB_RUN_ID") {
        "\(server)/\(repository)/actions/runs/\(id)"
      } else {
        nil
      }

    return labels(branch: branch, commit: value("GITHUB_SHA"), repository: repository, run: run)
  }

  /// The labels for the variables of GitLab CI, some of which may be unset.
  private static var ofGitLab: [RunLabel] {
    labels(
      branch: value("CI_COMMIT_REF_NAME"),
      commit: value("CI_COMMIT_SHA"),
      repository: value("CI_PROJECT_PATH"),
      run: value("CI_JOB_URL")
    )
  }

  /// Returns a label for each value that is known, under the names that are the same on every
  /// service.
  private static func labels(
    branch: String?,
    commit: String?,
    repository: String?,
    run: String?
  ) -> [RunLabel] {
    let values = [("branch", branch), ("commit", commit), ("repository", repository), ("run", run)]
    return values.compactMap { name, value in value.map { RunLabel(name: name, value: $0) } }
  }

  /// Returns whether the variable by which a service identifies itself is `true`.
  private static func isSet(_ variable: String) -> Bool { value(variable) == "true" }

  /// Returns the value of an environment variable, or `nil` if it is missing or empty.
  private static func value(_ variable: String) -> String? {
    environment(variable).flatMap { $0.isEmpty ? nil : $0 }
  }
}
