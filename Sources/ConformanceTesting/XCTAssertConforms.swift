#if canImport(XCTest)
  internal import XCTest

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Asserts that code conforms to a contract.
  ///
  /// ```swift
  /// func testConformsToSessionDetail() async {
  ///   await XCTAssertConforms(to: try ConformanceSuite("session-detail")) { request in
  ///     try timeline(ofRowsIn: request.inputData)
  ///   }
  /// }
  /// ```
  ///
  /// A failure has the summary of the report, and the file and the line of the call.
  ///
  /// - Parameters:
  ///   - suite: The cases to check.
  ///   - name: The name of the code in reports, in the list of known failures and in the lock.
  ///   - orderings: The orderings of each input to try.
  ///   - knownFailures: The failures that are accepted.
  ///   - record: The outputs to record. `PARITY_RECORD` overrides it.
  ///   - reports: The report files to write. `PARITY_REPORT` adds more.
  ///   - file: The file of a failure. By default, it is that of the call.
  ///   - line: The line of a failure. By default, it is that of the call.
  ///   - body: The code to check, which returns the output for a request.
  public func XCTAssertConforms<Output: ConformanceOutput>(
    to suite: @autoclosure () throws -> ConformanceSuite,
    as name: String = "app",
    orderings: Orderings = .default,
    knownFailures: KnownFailureList = .ofSuite,
    record: GoldenRecording? = nil,
    reports: [ReportRequest] = [],
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping @Sendable (ConformanceRequest) async throws -> Output
  ) async {
    do {
      let report = try await suite().check(
        as: name,
        orderings: orderings,
        knownFailures: knownFailures,
        record: record,
        reports: reports,
        body
      )

      if !report.passed { XCTFail(report.summary, file: file, line: line) }
    } catch {
      XCTFail("\(error)", file: file, line: line)
    }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Asserts that code conforms to one case of a contract.
  ///
  /// A failure has the description of the `NonConformance`, and the file and the line of the call.
  ///
  /// - Parameters:
  ///   - testCase: The case to check.
  ///   - name: The name of the code in the list of known failures and in the lock.
  ///   - orderings: The orderings of the input to try.
  ///   - knownFailures: The failures that are accepted.
  ///   - record: The outputs to record. `PARITY_RECORD` overrides it.
  ///   - file: The file of a failure. By default, it is that of the call.
  ///   - line: The line of a failure. By default, it is that of the call.
  ///   - body: The code to check, which returns the output for a request.
  public func XCTAssertConforms<Output: ConformanceOutput>(
    to testCase: ConformanceCase,
    as name: String = "app",
    orderings: Orderings = .default,
    knownFailures: KnownFailureList = .ofSuite,
    record: GoldenRecording? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping @Sendable (ConformanceRequest) async throws -> Output
  ) async {
    do {
      try await testCase.check(
        as: name,
        orderings: orderings,
        knownFailures: knownFailures,
        record: record,
        body
      )
    } catch {
      XCTFail("\(error)", file: file, line: line)
    }
  }
#endif
