# H1
DEFAULTS = {"id": "", "displayName": "", "nativeLanguage": "", "currentTargetLanguage": "", "isPremium": False}


def updated_profile(present, given):
    return {**(present or DEFAULTS), **given}
