"""What the history screen and the detail of a session show."""

from .row import row_of


def screen_of(is_premium, history):
    """Returns the history screen (H12)."""
    if not is_premium:
        return {"screen": "upsell"}

    if not history:
        return {
            "screen": "empty",
            "title": "History",
            "emptyTitle": "No History",
            "emptyText": "Your completed sessions will appear here.",
        }

    rows = [{"sessionId": session["sessionId"], **row_of(session)} for session in history]
    return {"screen": "list", "title": "History", "rows": rows}


def detail_of(session):
    """Returns the detail of a session (H13)."""
    row = row_of(session)
    return {
        "title": row["title"],
        "header": [row["language"], row["duration"], row["lines"]],
        "transcript": [transcript_line(line) for line in session["dialogLines"]],
    }


def transcript_line(line):
    return {name: line[name] for name in ("roleName", "textNative", "textTranslated")}
