def row_of(session):
    """H10"""
    return {
        "title": session["scenarioTitle"],
        "lines": f"{len(session['dialogLines'])} lines",
        "duration": duration_text(session["durationSeconds"]),
        "language": session["targetLanguage"].upper(),  # Unicode's full mapping, without a locale
    }


def duration_text(seconds):
    """Truncated towards zero, where Python's division rounds down."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{minutes}m {rest}s" if seconds >= 0 else f"{-minutes}m {-rest}s"
