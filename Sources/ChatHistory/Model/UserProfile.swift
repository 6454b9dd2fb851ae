/// The profile of the user.
public struct UserProfile: Sendable {
  /// The user's id.
  public var id = ""
  /// The user's name.
  public var displayName = ""
  /// The user's native language.
  public var nativeLanguage = ""
  /// The languages that the user is learning.
  public var targetLanguages: [String] = []
  /// The language that the user is learning now. It becomes the target language of saved sessions.
  public var currentTargetLanguage = ""
  /// The topics that the user likes to talk about.
  public var interests: [String] = []
  /// The reasons why the user is learning.
  public var learningGoals: [String] = []
  /// The time that the user wants to spend learning each day, in minutes.
  public var dailyGoalMinutes = 0
  /// The speed at which voices speak to the user.
  public var voiceSpeed = VoiceSpeed.normal
  /// When to show translations to the user.
  public var showTranslations = TranslationDisplay.onTap
  /// Whether the user is premium. Only a premium user's sessions are saved.
  public var isPremium = false  // H1
  /// Whether the user has completed the onboarding.
  public var onboardingCompleted = false
  /// The time at which the profile was created, in milliseconds since 1970.
  public var createdAt: Int64 = 0
  /// The time of the last activity of the user, in milliseconds since 1970.
  public var lastActiveAt: Int64 = 0

  /// Creates a profile with default values, which isn't premium.
  public init() {}
}

/// The speed at which voices speak.
public struct VoiceSpeed: RawRepresentable, Sendable {
  /// The normal speed of speech.
  public static let normal = VoiceSpeed(rawValue: "normal")

  /// The name of the value.
  public let rawValue: String

  /// Creates a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// When to show translations.
public struct TranslationDisplay: RawRepresentable, Sendable {
  /// Show a translation when the user taps.
  public static let onTap = TranslationDisplay(rawValue: "onTap")

  /// The name of the value.
  public let rawValue: String

  /// Creates a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
}
