def view(is_live, events):
    """S6"""
    return {
        "badge": str(len(events)) if is_live else "ENDED",
        "banner": not is_live,
        "signal": is_live,
        "steering": is_live,
        "noEvents": not is_live and not events,
        "scratchpad": "LIVE" if is_live else "HISTORICAL",
    }
