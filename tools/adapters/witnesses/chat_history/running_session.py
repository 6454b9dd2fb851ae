"""The session that is made from a running session when it ends."""

from .sessions import lines_of

GREATEST = 2**63 - 1


def ended_session(started, profile, now, history):
    """Returns the session to save (H7)."""
    stats = started.get("stats", {})
    return {
        "sessionId": stats.get("sessionId") or made_id(now, history),
        "scenarioTitle": started.get("scenario", {}).get("name", "Unknown"),
        "timestamp": now,
        "targetLanguage": profile["currentTargetLanguage"],
        "durationSeconds": duration_until(now, stats),
        "dialogLines": lines_of(started.get("dialogHistory", [])),
    }


def made_id(now, history):
    """Returns the first id made from the time that no session in the history has."""
    taken = {session["sessionId"] for session in history}
    first = f"session_{now}"
    candidate = first
    number = 1
    while candidate in taken:
        number += 1
        candidate = f"{first}_{number}"
    return candidate


def duration_until(now, stats):
    """Returns the whole seconds from the start in the stats, 0 if it is missing or later."""
    if "startedAt" not in stats:
        return 0
    started_at = int(stats["startedAt"])
    if started_at > now:
        return 0
    return min(now - started_at, GREATEST) // 1000
