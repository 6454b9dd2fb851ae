internal import CanonicalJSON

/// The profile of the user.
///
/// ```swift
/// let free = UserProfile(id: "user-123", displayName: "Maria", currentTargetLanguage: "es")
/// let premium = free.doCopy(isPremium: true)
/// ```
public struct UserProfile: Identifiable, Sendable {
  /// The user's id.
  public let id: String
  /// The user's name.
  public let displayName: String
  /// The user's native language.
  public let nativeLanguage: String
  /// The languages that the user is learning.
  public let targetLanguages: [String]
  /// The language that the user is learning now. It becomes the target language of saved sessions.
  public let currentTargetLanguage: String
  /// The topics that the user likes to talk about.
  public let interests: [String]
  /// The reasons why the user is learning.
  public let learningGoals: [String]
  /// The time that the user wants to spend learning each day, in minutes.
  public let dailyGoalMinutes: Int
  /// The speed at which voices speak to the user.
  public let voiceSpeed: VoiceSpeed
  /// When to show translations to the user.
  public let showTranslations: TranslationDisplay
  /// Whether the user is premium. Only a premium user's sessions are saved.
  public let isPremium: Bool
  /// Whether the user has completed the onboarding.
  public let onboardingCompleted: Bool
  /// The time at which the profile was created, in milliseconds since 1970.
  public let createdAt: Int64
  /// The time of the last activity of the user, in milliseconds since 1970.
  public let lastActiveAt: Int64

  /// Creates a profile, which isn't premium by default.
  ///
  /// Only the id is required. The other texts are empty by default, and the numbers are 0.
  public init(
    id: String,
    displayName: String = "",
    nativeLanguage: String = "",
    targetLanguages: [String] = [],
    currentTargetLanguage: String = "",
    interests: [String] = [],
    learningGoals: [String] = [],
    dailyGoalMinutes: Int = 0,
    voiceSpeed: VoiceSpeed = .normal,
    showTranslations: TranslationDisplay = .onTap,
    isPremium: Bool = false,  // H1
    onboardingCompleted: Bool = false,
    createdAt: Int64 = 0,
    lastActiveAt: Int64 = 0
  ) {
    self.id = id
    self.displayName = displayName
    self.nativeLanguage = nativeLanguage
    self.targetLanguages = targetLanguages
    self.currentTargetLanguage = currentTargetLanguage
    self.interests = interests
    self.learningGoals = learningGoals
    self.dailyGoalMinutes = dailyGoalMinutes
    self.voiceSpeed = voiceSpeed
    self.showTranslations = showTranslations
    self.isPremium = isPremium
    self.onboardingCompleted = onboardingCompleted
    self.createdAt = createdAt
    self.lastActiveAt = lastActiveAt
  }

  /// Returns a copy in which each argument replaces the member of the same name.
  ///
  /// Members without an argument, or with `nil`, are kept.
  public func doCopy(
    id: String? = nil,
    displayName: String? = nil,
    nativeLanguage: String? = nil,
    targetLanguages: [String]? = nil,
    currentTargetLanguage: String? = nil,
    interests: [String]? = nil,
    learningGoals: [String]? = nil,
    dailyGoalMinutes: Int? = nil,
    voiceSpeed: VoiceSpeed? = nil,
    showTranslations: TranslationDisplay? = nil,
    isPremium: Bool? = nil,
    onboardingCompleted: Bool? = nil,
    createdAt: Int64? = nil,
    lastActiveAt: Int64? = nil
  ) -> UserProfile {
    UserProfile(
      id: id ?? self.id,
      displayName: displayName ?? self.displayName,
      nativeLanguage: nativeLanguage ?? self.nativeLanguage,
      targetLanguages: targetLanguages ?? self.targetLanguages,
      currentTargetLanguage: currentTargetLanguage ?? self.currentTargetLanguage,
      interests: interests ?? self.interests,
      learningGoals: learningGoals ?? self.learningGoals,
      dailyGoalMinutes: dailyGoalMinutes ?? self.dailyGoalMinutes,
      voiceSpeed: voiceSpeed ?? self.voiceSpeed,
      showTranslations: showTranslations ?? self.showTranslations,
      isPremium: isPremium ?? self.isPremium,
      onboardingCompleted: onboardingCompleted ?? self.onboardingCompleted,
      createdAt: createdAt ?? self.createdAt,
      lastActiveAt: lastActiveAt ?? self.lastActiveAt
    )
  }
}

extension UserProfile: Hashable {
  // H11
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: UserProfile, right: UserProfile) -> Bool {
    left.texts == right.texts
      && left.lists == right.lists
      && left.integers == right.integers
      && left.flags == right.flags
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(texts)
    hasher.combine(lists)
    hasher.combine(integers)
    hasher.combine(flags)
  }

  private var texts: [TextKey] {
    [
      id,
      displayName,
      nativeLanguage,
      currentTargetLanguage,
      voiceSpeed.rawValue,
      showTranslations.rawValue,
    ]
    .map { TextKey($0) }
  }

  private var lists: [[TextKey]] {
    [targetLanguages, interests, learningGoals].map { list in list.map { TextKey($0) } }
  }

  private var integers: [Int64] {
    [Int64(dailyGoalMinutes), createdAt, lastActiveAt]
  }

  private var flags: [Bool] {
    [isPremium, onboardingCompleted]
  }
}

/// The speed at which voices speak.
public struct VoiceSpeed: RawRepresentable, Sendable {
  /// The normal speed of speech.
  public static let normal = VoiceSpeed(rawValue: "normal")

  /// The name of the value.
  public let rawValue: String

  /// Creates a value from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// When to show translations.
public struct TranslationDisplay: RawRepresentable, Sendable {
  /// Show a translation when the user taps.
  public static let onTap = TranslationDisplay(rawValue: "onTap")

  /// The name of the value.
  public let rawValue: String

  /// Creates a value from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension VoiceSpeed: Hashable {
  /// Returns whether both names have the same UTF-8 bytes.
  public static func == (left: VoiceSpeed, right: VoiceSpeed) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue.textKey) }
}

extension TranslationDisplay: Hashable {
  /// Returns whether both names have the same UTF-8 bytes.
  public static func == (left: TranslationDisplay, right: TranslationDisplay) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue.textKey) }
}
