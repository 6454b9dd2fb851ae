"""What the pictures of event-stream show. check-gallery.py runs it in a browser."""

from gallery.texts import expectation_of_state, squeezed, squeezed_all

CONNECTIONS = {
    "disconnected": "Disconnected",
    "connecting": "Connecting",
    "connected": "Connected",
    "reconnecting": "Reconnecting",
    "failed": "Failed",
}


def check(golden, state, picture, expect):
    """Compares a picture with a golden. Previews have no settings, so `state` makes no difference."""
    if "states" in golden:
        check_session(golden["states"], picture, expect)
    elif "active" in golden:
        check_liveness(golden["active"], picture, expect)
    elif "error" in golden:
        expect("the code of the error", picture.texts(".es-error code") == [golden["error"]["code"]], picture.text)
        expect("no events", picture.count(".es-event") == 0, picture.text)
    else:
        check_parsed(golden, picture, expect)


# Sessions


def check_session(states, picture, expect):
    """Compares the state that a preview begins with, or all of them if that is the last one."""
    last = len(states) - 1
    if last > 0:
        expect("a slider through all states", picture.step_count == len(states), picture.step_count)
    first = picture.current if picture.current is not None else last
    for index in range(len(states)) if first == last else [first]:
        shown = states[index]
        if last > 0:
            picture.step(index)

        expect_here = expectation_of_state(expect, index)
        check_screen(shown, picture, expect_here)
        check_events(shown["events"], picture, expect_here)
        check_requests(states[: index + 1], picture, expect_here)


def check_screen(shown, picture, expect):
    connection = CONNECTIONS[shown["connection"]]
    expect("the connection", picture.texts(".es-connection") == [connection], picture.texts(".es-connection"))
    badges = [shown["badge"], shown["scratchpad"]]
    expect("the badges", picture.texts(".es-badge") == badges, picture.texts(".es-badge"))
    expect("the banner", picture.count(".es-banner") == int(shown["banner"]), picture.texts(".es-banner"))
    expect("the message", picture.count(".es-empty") == int(shown["noEvents"]), picture.texts(".es-empty"))

    controls = [
        title if shown[name] else f"{title} hidden" for name, title in (("signal", "Signal"), ("steering", "Steering"))
    ]
    expect("the controls", squeezed_all(picture.texts(".es-control")) == controls, picture.texts(".es-control"))

    skipped = [f"{shown['skipped']} skipped"] if shown["skipped"] > 0 else []
    expect("the skipped events", picture.texts(".es-skipped") == skipped, picture.texts(".es-skipped"))
    waits = [duration(shown["retryInMs"])] if "retryInMs" in shown else []
    expect("the wait", picture.texts(".es-notice strong") == waits, picture.texts(".es-notice"))

    details = []
    if "iteration" in shown:
        details.append(f"{shown['iteration']:,}")
    if "hat" in shown:
        details.append(squeezed(shown["hat"]) or "empty")
    if "elapsedSecs" in shown:
        details.append(duration(shown["elapsedSecs"] * 1000))
    expect("the details", squeezed_all(picture.texts(".es-header dd")) == details, picture.texts(".es-header dd"))


def check_events(events, picture, expect):
    topics = [event["topic"] for event in events]
    times = [event["ts"] for event in events]
    expect("the topics, in order", picture.texts(".es-event .es-chip") == topics, picture.texts(".es-event .es-chip"))
    expect("the times, in order", picture.texts(".es-event .es-time") == times, picture.texts(".es-event .es-time"))
    drawn = squeezed_all(picture.texts(".es-event"))
    for event, text in zip(events, drawn):
        missing = [word for word in words_of(event.get("payload", "")) if word not in text]
        expect(f"the payload of {event['topic']}", not missing, missing)
    with_payload = sum("payload" in event for event in events)
    expect("the number of payloads", picture.count(".es-payload") == with_payload, picture.count(".es-payload"))


def check_requests(states, picture, expect):
    """Compares the requests of the last of the states, and the number of earlier ones."""
    current = [f"{number} is canceled now" for number in states[-1]["cancelled"]]
    for request in states[-1]["requests"]:
        last = f" after event id {request['lastEventId']}" if "lastEventId" in request else ""
        current.append(f"{request['request']} {request['kind']} of {request['session']}{last} sent now")
    drawn = squeezed_all(picture.texts(".es-request.es-now"))
    expect("the requests of the step", drawn == current, drawn)

    earlier = [str(request["request"]) for each in states[:-1] for request in each["requests"]]
    drawn = picture.texts(".es-request:not(.es-now) .es-number")
    expect("the last earlier requests", drawn == earlier[-4:], drawn)


# Liveness and parsed streams


def check_liveness(is_active, picture, expect):
    expect("the badge", picture.texts(".es-badge") == ["LIVE" if is_active else "ENDED"], picture.text)
    controls = (
        ["Signal", "Steering", "Ended banner hidden"]
        if is_active
        else ["Signal hidden", "Steering hidden", "Ended banner"]
    )
    expect("the controls", squeezed_all(picture.texts(".es-control")) == controls, picture.texts(".es-control"))


def check_parsed(golden, picture, expect):
    events = golden["events"]
    types = [event["event"] for event in events]
    expect("the types, in order", picture.texts(".es-event .es-chip") == types, picture.texts(".es-event .es-chip"))
    ids = [f"id {event['id']}" if event["id"] else "no id" for event in events]
    expect("the ids, in order", squeezed_all(picture.texts(".es-id")) == ids, picture.texts(".es-id"))
    data = [squeezed(event["data"]) or "empty data" for event in events]
    expect("the data, in order", squeezed_all(picture.texts(".es-data")) == data, picture.texts(".es-data"))

    line_ends = sum(event["data"].count("\n") for event in events)
    expect("a sign at each line end", picture.count(".es-end") == line_ends, picture.count(".es-end"))
    spaces = sum(outer_spaces(line) for event in events for line in event["data"].split("\n"))
    expect("a sign for each outer space", picture.count(".es-space") == spaces, picture.count(".es-space"))

    retry = f"{golden['retry']:,} ms" if "retry" in golden else "not set"
    end = [golden["lastEventId"] or "empty", retry]
    expect("the last event id and the retry", picture.texts(".es-facts dd") == end, picture.texts(".es-facts dd"))


# Words


def outer_spaces(line):
    inner = line.strip(" ")
    return len(line) - len(inner)


def words_of(value):
    """Returns the names and the values that the picture of a payload has."""
    if isinstance(value, dict):
        return [word for key, each in value.items() for word in [key, *words_of(each)]]
    if isinstance(value, list):
        return [word for each in value for word in words_of(each)]
    if isinstance(value, bool) or value is None:
        return [{True: "true", False: "false", None: "null"}[value]]
    return [squeezed(str(value))]


def duration(milliseconds):
    """Returns milliseconds as hours, minutes and seconds, such as `1 h 12 min 10 s`."""
    if 0 < milliseconds < 1000:
        return f"{milliseconds} ms"
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "h"), (minutes, "min"), (f"{rest / 1000:g}" if rest else 0, "s")]
    return " ".join(f"{count} {unit}" for count, unit in parts if count) or "0 s"


# Mistakes of a program

WHOLE = "preview_session_from_start_to_end"

MISTAKES = [
    {  # A status: the stream is given up.
        "case": WHOLE,
        "edit": ("/states/9/connection", "disconnected"),
        "outlined": ".es-connection.p-differs",
        "text": "Disconnected",
    },
    {  # A text: the badge doesn't count the newest event.
        "case": WHOLE,
        "edit": ("/states/6/badge", "3"),
        "outlined": ".es-badge.p-differs",
        "text": "3",
    },
    {  # A control: a paused session can't be steered.
        "case": WHOLE,
        "edit": ("/states/5/steering", False),
        "outlined": ".es-control.p-differs",
        "text": "Steering hidden",
    },
    {  # The banner of an ended session is missing.
        "case": WHOLE,
        "edit": ("/states/16/banner", False),
        "outlined": ".es-banner.p-differs",
        "text": "No banner: the session counts as running.",
    },
    {  # A number: the wait doesn't become shorter.
        "case": WHOLE,
        "edit": ("/states/9/retryInMs", 2000),
        "outlined": ".es-notice strong.p-differs",
        "text": "2 s",
    },
    {  # A missing event.
        "case": "preview_failed_session",
        "edit": ("/states/8/events/1", "<missing>"),
        "side": "expected",
        "outlined": ".es-event.p-differs",
        "text": "build.start",
    },
    {  # A missing member: the stream starts again from its beginning.
        "case": WHOLE,
        "edit": ("/states/11/requests/0/lastEventId", "<missing>"),
        "side": "expected",
        "outlined": ".es-request .p-differs",
        "text": "44",
    },
    {  # A request too many: the app doesn't wait.
        "case": WHOLE,
        "edit": ("/states/8/requests/-", {"kind": "status", "request": 3, "session": "fix-login-timeout"}),
        "outlined": ".es-request.p-differs",
        "text": "status of fix-login-timeout",
    },
    {  # The order: a new event is added after the earlier one.
        "case": "preview_switch_to_another_session",
        "edit": (
            "/states/3/events",
            [
                {"topic": "build.start", "ts": "2026-02-07T11:05:00Z", "payload": {"hat": "builder"}},
                {
                    "topic": "build.done",
                    "ts": "2026-02-07T11:09:20Z",
                    "payload": {"hat": "builder", "tests": {"passed": 48, "failed": 0}},
                },
            ],
        ),
        "outlined": ".es-event.p-differs, .es-event .p-differs",
        "text": "build.done",
    },
    {  # The old stream isn't canceled.
        "case": "preview_switch_to_another_session",
        "edit": ("/states/4/cancelled/0", "<missing>"),
        "side": "expected",
        "outlined": ".es-request.p-differs",
        "text": "is canceled",
    },
    {  # The type of a value: text instead of a number.
        "case": WHOLE,
        "edit": ("/states/6/events/0/payload/changed/added", "18"),
        "outlined": ".es-payload .p-differs",
        "text": '"18"',
    },
    {  # Data: the spaces at the start of a line are lost.
        "case": "preview_parsed_stream",
        "edit": ("/events/1/data", "Compiling Login.swift\nwarning: unused variable 'user'\n\nBuild complete. "),
        "outlined": ".es-data.p-differs",
        "text": "warning: unused variable 'user'",
    },
    {  # An event too many: the stream ended before its blank line.
        "case": "preview_parsed_stream",
        "edit": ("/events/-", {"event": "workflow", "data": '{"topic":"build.done"', "id": "45"}),
        "outlined": ".es-event.p-differs",
        "text": '{"topic":"build.done"',
    },
    {  # A session without a live mode counts as live.
        "case": "liveness_mode_complete_status_unset",
        "edit": ("/active", True),
        "outlined": ".es-badge.p-differs",
        "text": "LIVE",
    },
]
