#if canImport(Testing)
  public import Testing

  /// A trait that records the outputs of tests as goldens.
  ///
  /// ```swift
  /// @Test(.goldens(record: .missing), arguments: try ConformanceCase.all(of: "slug", in: .sourceFolder()))
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
