#if canImport(Testing)
  public import Testing

  /// A trait that records the outputs of tests as goldens.
  ///
  /// ```swift
  /// @Test(
  ///   .goldens(record: .missing),
  ///   arguments: try ConformanceCase.all(of: "slug", in: .sourceFolder())
  /// )
  /// func slugs(testCase: ConformanceCase) async throws {
  ///   try await testCase.check { request in try slug(ofTextIn: request.inputData) }
  /// }
  /// ```
  public struct GoldensTrait: TestTrait, SuiteTrait, TestScoping {
    /// What the tests record.
    public let recording: GoldenRecording

    /// Whether the trait applies to the tests in a suite too. It does.
    public var isRecursive: Bool { true }

    /// Runs a test or a suite with the recording.
    ///
    /// - Parameters:
    ///   - test: The test or the suite.
    ///   - testCase: The case of a parameterized test, or `nil` for a suite.
    ///   - function: Runs the test or the suite.
    /// - Throws: The error that `function` throws.
    public func provideScope(
      for test: Test,
      testCase: Test.Case?,
      performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
      try await GoldenRecording.$ofTrait.withValue(recording) { try await function() }
    }
  }

  extension Trait where Self == GoldensTrait {
    /// Returns a trait that records outputs as goldens.
    ///
    /// - Parameter recording: The outputs to record.
    public static func goldens(record recording: GoldenRecording) -> GoldensTrait {
      GoldensTrait(recording: recording)
    }
  }
#endif
