"""What the pictures of chat-history show. check-gallery.py runs it in a browser."""

from datetime import datetime, timedelta, timezone

from gallery.texts import MONTHS, counted

REASONS = {"networkError": "Network error", "featureLocked": "Premium feature"}

# The largest integer up to which a double, which a browser uses, has every integer.
EXACT = 2**53


def check(golden, state, picture, expect):
    """Checks each result and the history at the end, in this order."""
    results = golden["results"]
    expect(
        "there is a state for each step and one for the end",
        picture.step_count == len(results) + 1,
        picture.step_count,
    )

    picture.step(len(results))
    lines = sum(len(session["dialogLines"]) for session in golden["history"])
    shown = lines if state == "transcripts" else 0
    expect("transcripts are shown only in their state", picture.count(".ch-line") == shown, shown)
    check_sessions(golden["history"], False, picture, expect)
    check_emissions(golden["emissions"], picture, expect)

    picture.choose("Saved sessions", "With transcripts")
    check_sessions(golden["history"], True, picture, expect)
    for index, result in enumerate(results):
        picture.step(index)
        check_result(result, picture, expect)
    picture.choose("Saved sessions", "With transcripts" if state == "transcripts" else "Rows only")


def check_result(result, picture, expect):
    """Checks what a step returned. Transcripts are switched on."""
    is_value = isinstance(result, dict)
    for name, css, is_there in (
        ("a remark that there is no value", ".ch-nothing", result is None),
        ("a banner with an error", ".ch-code", is_value and "error" in result),
        ("a banner of a save", ".ch-good", is_value and "success" in result),
    ):
        expect(name, picture.count(css) == int(is_there), is_there)

    if isinstance(result, list):
        check_sessions(result, True, picture, expect)
    elif not is_value:
        pass
    elif "success" in result:
        check_sessions([result["success"]], True, picture, expect)
    elif "error" in result:
        check_error(result["error"], picture, expect)
    elif "screen" in result:
        check_screen(result, picture, expect)
    elif "transcript" in result:
        check_detail(result, picture, expect)
    else:
        check_rows([result], picture, expect)


def check_error(reason, picture, expect):
    same(expect, "the reason", picture.texts(".ch-banner strong"), [REASONS[reason]])
    same(expect, "the code of the reason", picture.texts(".ch-code"), [reason])


def check_screen(screen, picture, expect):
    kind = screen["screen"]
    same(expect, "the name of the screen", picture.texts(".ch-label strong"), [kind])
    same(expect, "the title of the screen", picture.texts(".ch-title"), texts_of(screen, "title"))
    expect("the upsell is on its screen", picture.count(".ch-pill") == (1 if kind == "upsell" else 0), kind)
    expect("the list is on its screen", picture.count(".ch-list") == (1 if kind == "list" else 0), kind)

    if kind == "empty":
        empty = texts_of(screen, "emptyTitle", "emptyText")
        same(expect, "the empty state", picture.texts(".ch-hero p"), empty)
    check_rows(screen.get("rows", []), picture, expect)


def check_rows(rows, picture, expect):
    titles = [row["title"] for row in rows]
    same(expect, "the titles of the rows", picture.texts(".ch-row .ch-headline"), titles)
    facts = [row[name] for row in rows for name in ("lines", "duration", "language")]
    same(expect, "the facts of the rows", picture.texts(".ch-row .ch-fact"), facts)
    ids = [row["sessionId"] for row in rows if "sessionId" in row]
    same(expect, "the ids of the rows", picture.texts(".ch-row .ch-id code"), ids)


def check_detail(detail, picture, expect):
    same(expect, "the title of the detail", picture.texts(".ch-bar .ch-headline"), [detail["title"]])
    same(expect, "the header of the detail", picture.texts(".ch-fact"), detail["header"])
    check_lines([detail["transcript"]], picture, expect)


def check_sessions(sessions, with_transcripts, picture, expect):
    """Checks a list of sessions with all of their members."""
    titles = [session["scenarioTitle"] for session in sessions]
    same(expect, "the titles of the sessions", picture.texts(".ch-row > .ch-head > .ch-headline"), titles)
    times = [time_text(session["timestamp"]) for session in sessions]
    same(expect, "the times of the sessions", picture.texts(".ch-row > .ch-head > .ch-time"), times)

    facts = [fact for session in sessions for fact in facts_of(session)]
    same(expect, "the facts of the sessions", picture.texts(".ch-row > .ch-meta > .ch-fact"), facts)
    ids = [session["sessionId"] for session in sessions]
    same(expect, "the ids of the sessions", picture.texts(".ch-row > .ch-meta > .ch-id code"), ids)
    if with_transcripts:
        check_lines([session["dialogLines"] for session in sessions], picture, expect)


def check_lines(transcripts, picture, expect):
    """Checks the lines of transcripts, and that two speakers are on different sides."""
    lines = [line for transcript in transcripts for line in transcript]
    for name, css in (
        ("roleName", ".ch-line > .ch-role"),
        ("textNative", ".ch-line .ch-native"),
        ("textTranslated", ".ch-line .ch-translated"),
    ):
        same(expect, f"each {name}", picture.texts(css), [line[name] for line in lines])

    same(expect, "the ids of the lines", picture.texts(".ch-remarks .ch-id code"), texts_in(lines, "id"))
    speakers = picture.texts(".ch-remarks > span > code")
    speakers = [text for text in speakers if text not in texts_in(lines, "id")]
    same(expect, "the ids of the speakers", speakers, texts_in(lines, "speakerId"))
    times = [time_text(line["timestamp"]) for line in lines if "timestamp" in line]
    same(expect, "the times of the lines", picture.texts(".ch-remarks .ch-time"), times)

    right = sum(is_right for transcript in transcripts for is_right in sides_of(transcript))
    expect("the lines of every other speaker are on the right", picture.count(".ch-right") == right, right)


def check_emissions(emissions, picture, expect):
    words = [
        f"Observers received the {noun} {emissions[name]} {'time' if emissions[name] == 1 else 'times'}"
        for name, noun in (("history", "list"), ("userProfile", "profile"))
    ]
    same(expect, "the numbers of values that observers received", picture.texts(".ch-sent li"), words)


def same(expect, name, found, wanted):
    """Expects texts, not counting white space."""
    found = ["".join(text.split()) for text in found]
    wanted = ["".join(text.split()) for text in wanted]
    expect(name, found == wanted, f"found {found}, expected {wanted}")


def texts_of(value, *names):
    return [value[name] for name in names if name in value]


def texts_in(values, name):
    return [value[name] for value in values if name in value]


def facts_of(session):
    lines = counted(len(session["dialogLines"]), "line")
    return [lines, duration_text(session["durationSeconds"]), session["targetLanguage"]]


def sides_of(transcript):
    """Returns a boolean for each line that says whether it is on the right."""
    roles = list(dict.fromkeys(line["roleName"] for line in transcript))
    return [roles.index(line["roleName"]) % 2 == 1 for line in transcript]


def duration_text(seconds):
    if abs(seconds) > EXACT:
        return str(seconds)
    sign = -1 if seconds < 0 else 1
    minutes, rest = divmod(abs(seconds), 60)
    return f"{sign * minutes}m {sign * rest}s"


def time_text(milliseconds):
    """Returns a time in UTC, with seconds and milliseconds unless they are zero."""
    seconds, rest = divmod(milliseconds, 1000)
    try:
        time = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=seconds)
    except OverflowError:
        return str(milliseconds)

    text = f"{MONTHS[time.month - 1]} {time.day}, {time.year}, {time:%H:%M}"
    fraction = f".{rest:03}" if rest else ""
    return f"{text}:{time:%S}{fraction}" if time.second or rest else text


# The rows of the list, with two of them in the wrong order.
ROWS = [
    {
        "sessionId": "session-5",
        "title": "Ordering Coffee",
        "lines": "8 lines",
        "duration": "3m 24s",
        "language": "ES",
    },
    {
        "sessionId": "session-4",
        "title": "Checking In at the Hotel",
        "lines": "3 lines",
        "duration": "0m 47s",
        "language": "ES",
    },
    {
        "sessionId": "session-2",
        "title": "At the Doctor’s",
        "lines": "5 lines",
        "duration": "5m 12s",
        "language": "DE",
    },
    {
        "sessionId": "session-3",
        "title": "Buying a Train Ticket",
        "lines": "4 lines",
        "duration": "2m 25s",
        "language": "IT",
    },
    {
        "sessionId": "session-1",
        "title": "Asking for Directions",
        "lines": "4 lines",
        "duration": "1m 38s",
        "language": "FR",
    },
]

MISTAKES = [
    {  # A status: the reason of a failure.
        "case": "preview_network_error",
        "edit": ("/results/6/error", "featureLocked"),
        "outlined": ".ch-banner.p-differs",
        "text": "Premium feature",
    },
    {  # A status: another screen.
        "case": "preview_expired_subscription",
        "edit": ("/results/7/screen", "empty"),
        "outlined": ".ch-label .p-differs",
        "text": "empty",
    },
    {  # A text: seconds that are padded.
        "case": "preview_history_and_transcript",
        "edit": ("/results/8/rows/1/duration", "00m 47s"),
        "outlined": ".ch-fact > .p-differs",
        "text": "00m 47s",
    },
    {  # A text of a bubble.
        "case": "preview_history_and_transcript",
        "edit": ("/results/9/transcript/1/textTranslated", "Un café con leche, por favor."),
        "outlined": ".ch-translated.p-differs",
        "text": "Un café con leche, por favor.",
    },
    {  # An error instead of no value.
        "case": "preview_live_history",
        "edit": ("/results/10", {"error": "networkError"}),
        "outlined": ".ch-banner.p-differs",
        "text": "The session wasn’t deleted.",
    },
    {  # A missing line, in a transcript that was collapsed.
        "case": "preview_history_and_transcript",
        "edit": ("/history/0/dialogLines/7", "<missing>"),
        "side": "expected",
        "outlined": ".ch-bubble.p-differs",
        "text": "Aquí tiene. ¡Gracias!",
    },
    {  # A row too many, for a session that was deleted.
        "case": "preview_live_history",
        "edit": ("/results/11/rows/1", ROWS[1]),
        "outlined": ".ch-row.p-differs",
        "text": "Checking In at the Hotel",
    },
    {  # The order of rows.
        "case": "preview_history_and_transcript",
        "edit": ("/results/8/rows", ROWS),
        "outlined": ".ch-row.p-differs",
        "text": "Buying a Train Ticket",
    },
    {  # A list too few was sent.
        "case": "preview_live_history",
        "edit": ("/emissions/history", 2),
        "outlined": ".ch-sent .p-differs",
        "text": "Observers received the list 2 times",
    },
    {  # A duration in milliseconds.
        "case": "preview_live_history",
        "edit": ("/history/0/durationSeconds", 204000),
        "outlined": ".ch-fact > .p-differs",
        "text": "3400m 0s",
    },
]
