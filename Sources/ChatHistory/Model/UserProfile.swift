/// The user, as far as the app knows.
public struct UserProfile: Sendable {
  /// The user's id.
  public var id = ""
  /// The user's name.
  public var displayName = ""
  /// The user's own language.
  public var nativeLanguage = ""
  /// The languages that the user learns.
  public var targetLanguages: [String] = []
  /// The one that the user learns now.
  public var currentTargetLanguage = ""
  /// What the user likes to talk about.
  public var interests: [String] = []
  /// What the user learns for.
  public var learningGoals: [String] = []
  /// How long the user wants to learn each day.
  public var dailyGoalMinutes = 0
  /// How fast voices speak to the user.
  public var voiceSpeed = VoiceSpeed.normal
  /// When the user wants to see translations.
  public var showTranslations = TranslationDisplay.onTap
  /// Whether sessions are saved.
  public var isPremium = false  // H1
  /// Whether the user has been shown around.
  public var onboardingCompleted = false
  /// In milliseconds since 1970.
  public var createdAt: Int64 = 0
  /// In milliseconds since 1970.
  public var lastActiveAt: Int64 = 0

  /// Makes a profile of defaults, which is not premium.
  public init() {}
}

/// How fast voices speak.
public struct VoiceSpeed: RawRepresentable, Sendable {
  /// As people speak.
  public static let normal = VoiceSpeed(rawValue: "normal")

  /// Its name.
  public let rawValue: String

  /// Makes one of a name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// When translations show.
public struct TranslationDisplay: RawRepresentable, Sendable {
  /// Where the user taps.
  public static let onTap = TranslationDisplay(rawValue: "onTap")

  /// Its name.
  public let rawValue: String

  /// Makes one of a name.
  public init(rawValue: String) { self.rawValue = rawValue }
}
