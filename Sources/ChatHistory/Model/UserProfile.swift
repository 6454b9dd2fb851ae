/// The user, as far as the app knows.
public struct UserProfile: Sendable {
  public var id = ""
  public var displayName = ""
  public var nativeLanguage = ""
  public var targetLanguages: [String] = []
  public var currentTargetLanguage = ""
  public var interests: [String] = []
  public var learningGoals: [String] = []
  public var dailyGoalMinutes = 0
  public var voiceSpeed = VoiceSpeed.normal
  public var showTranslations = TranslationDisplay.onTap
  /// Whether sessions are saved.
  public var isPremium = false  // H1
  public var onboardingCompleted = false
  /// In milliseconds since 1970.
  public var createdAt: Int64 = 0
  /// In milliseconds since 1970.
  public var lastActiveAt: Int64 = 0

  public init() {}
}

/// How fast voices speak.
public struct VoiceSpeed: RawRepresentable, Sendable {
  public static let normal = VoiceSpeed(rawValue: "normal")

  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// When translations show.
public struct TranslationDisplay: RawRepresentable, Sendable {
  public static let onTap = TranslationDisplay(rawValue: "onTap")

  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
