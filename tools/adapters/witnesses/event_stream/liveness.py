def liveness(params):
    session = params["session"]
    return {"active": session is not None and is_live(session.get("mode"), session.get("status"))}


def is_live(mode, status):
    """L1"""
    return mode == "live" or status in ("running", "paused")
