"""Profiles as dicts that always have all 14 members. They are never changed, only replaced."""

TEXTS = {
    "id": "",
    "displayName": "",
    "nativeLanguage": "",
    "currentTargetLanguage": "",
    "voiceSpeed": "normal",
    "showTranslations": "onTap",
}
ARRAYS = {"targetLanguages": [], "interests": [], "learningGoals": []}
INTEGERS = {"dailyGoalMinutes": 0, "createdAt": 0, "lastActiveAt": 0}
BOOLEANS = {"isPremium": False, "onboardingCompleted": False}

DEFAULTS = {**TEXTS, **ARRAYS, **INTEGERS, **BOOLEANS}


def created_profile(given):
    """Returns a profile of default values with the members that are given (H1)."""
    return updated_profile(DEFAULTS, given)


def updated_profile(profile, given):
    """Returns the profile with the members that are given in place of its own.

    Integers are converted, so that two profiles are equal whatever the spelling of their numbers.
    """
    values = {name: int(value) if name in INTEGERS else value for name, value in given.items()}
    return {**profile, **values}


def is_premium(profile):
    """Whether there is a profile and it is premium (H1)."""
    return profile is not None and profile["isPremium"]
