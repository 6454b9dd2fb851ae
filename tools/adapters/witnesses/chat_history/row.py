"""The texts of a row of the history."""


def row_of(session):
    """Returns the row of a session (H10)."""
    return {
        "title": session["scenarioTitle"],
        "lines": f"{len(session['dialogLines'])} lines",
        "duration": duration_text(session["durationSeconds"]),
        "language": language_text(session["targetLanguage"]),
    }


def duration_text(seconds):
    """Returns minutes and seconds, cut off toward zero (H14). Python's own division rounds down."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{minutes}m {rest}s" if seconds >= 0 else f"{-minutes}m {-rest}s"


def language_text(language):
    """Returns the language in upper case (H14).

    `upper` is Unicode's full mapping without conditions and without a locale.
    """
    return language.upper()
