from .sessions import lines_of

GREATEST = 2**63 - 1


def ended_session(started, profile, now, history):
    """H7"""
    stats = started.get("stats", {})
    return {
        "sessionId": stats.get("sessionId") or free_id(now, history),
        "scenarioTitle": started.get("scenario", {}).get("name", "Unknown"),
        "timestamp": now,
        "targetLanguage": profile["currentTargetLanguage"],
        "durationSeconds": whole_seconds(int(stats["startedAt"]), now) if "startedAt" in stats else 0,
        "dialogLines": lines_of(started.get("dialogHistory", [])),
    }


def free_id(now, history):
    taken = {session["sessionId"] for session in history}
    made = f"session_{now}"
    candidate, number = made, 1
    while candidate in taken:
        number += 1
        candidate = f"{made}_{number}"
    return candidate


def whole_seconds(started_at, now):
    return min(now - started_at, GREATEST) // 1000 if started_at <= now else 0
