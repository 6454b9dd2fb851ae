"""What the pictures of clawdbot-protocol show. check-gallery.py runs it in a browser."""

import re

from gallery.texts import MONTHS, squeezed, squeezed_all

MESSAGE_STATUS = {"pending": "Pending", "sent": "Sent", "delivered": "Delivered", "failed": "Not delivered"}
RECEIPT = {
    "received": "Received by the server",
    "processed": "Processed by the server",
    "error": "The server reports an error",
}
BOT_STATE = {"idle": "is idle", "thinking": "is thinking", "typing": "is typing", "toolUse": "is using a tool"}
REASON = {
    "malformed_json": "The text isn't JSON.",
    "missing_key": "A required value is missing.",
    "null_value": "A required value is null.",
    "wrong_type": "A value is of the wrong kind.",
    "invalid_value": "A value isn't allowed.",
}


def time_in_words(time):
    year, month, day, clock = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)Z", time).groups()
    return f"{MONTHS[int(month) - 1]} {int(day)}, {year}, {clock} UTC"


def member_texts(value):
    """Returns what a picture says about each member of a written value."""
    if not isinstance(value, dict):
        return [{**MESSAGE_STATUS, **RECEIPT, **BOT_STATE}.get(value, str(value))]
    found = []
    for key, member in value.items():
        if key == "status":
            names = RECEIPT if "messageID" in value else MESSAGE_STATUS
            found.append(names[member])
        elif key == "state":
            found.append(BOT_STATE[member])
        elif key in ("timestamp", "serverTimestamp"):
            found.append(time_in_words(member))
        elif key == "isFinal":
            found.append("Last chunk" if member else "More to come")
        elif key == "type" and member in ("user", "bot"):
            found.append("You" if member == "user" else "bot")
        elif isinstance(member, dict):
            found += member_texts(member)
        else:
            found.append(str(member))
    return found


def check_value(value, text, expect, place):
    for each in member_texts(value):
        expect(f"{place} shows {each}", squeezed(each) in text, text)


def messages_in(values):
    """Returns the messages among values, also those in envelopes."""
    inner = [value.get("payload", value) for value in values if isinstance(value, dict)]
    return [value for value in inner if "sender" in value]


def check_messages(values, picture, expect):
    messages = messages_in(values)
    own = [message for message in messages if message["sender"]["type"] == "user"]
    failed = [message for message in messages if message["status"] == "failed"]
    expect("the user's messages are on the right", picture.count(".cb-own") == len(own), f"{len(own)}")
    expect("each failed message has an alarm", picture.count(".cb-alarm") == len(failed), f"{len(failed)}")
    replies = [message for message in messages if "replyTo" in message]
    expect("each reply says so", picture.count(".cb-reply") == len(replies), f"{len(replies)}")


def check_created(golden, picture, expect):
    items = squeezed_all(picture.texts(".cb-feed > li"))
    expect("each value is in the chat", len(items) == len(golden["values"]), f"{len(items)} values")
    for index, (value, text) in enumerate(zip(golden["values"], items)):
        check_value(value, text, expect, f"value {index}")
    check_messages(golden["values"], picture, expect)
    states = [value for value in golden["values"] if "botName" in value]
    expect("each state has an indicator", picture.count(".cb-indicator") == len(states), f"{len(states)}")
    counts = golden["generatedIDs"]
    line = f"Generated ids {counts['count']} Different {counts['distinct']} Lowercase UUIDs {counts['lowerCaseUUIDs']}"
    expect("the counts of ids are below", squeezed(" ".join(picture.texts(".cb-ids"))) == line, line)


def check_round_trip(golden, picture, expect):
    text = squeezed(picture.text)
    expect("one card", picture.count(".cb-card") == 1, text)
    expect("an error is a rejection", picture.count(".cb-rejected") == ("error" in golden), text)
    if "value" in golden:
        check_value(golden["value"], text, expect, "the card")
        is_envelope = isinstance(golden["value"], dict) and "payload" in golden["value"]
        expect("only an envelope has a payload", picture.count(".cb-payload") == is_envelope, text)
        check_messages([golden["value"]], picture, expect)
        return
    error = golden["error"]
    reason = f"{REASON[error['code']]} {error['code']}"
    expect(f"the reason is {reason}", picture.texts(".cb-reason") == [reason], text)
    place = error.get("path", "").removeprefix("/").replace("/", " › ")
    if place:
        faults = squeezed_all(picture.texts(".cb-fault"))
        expect(f"the marked row is {place}", len(faults) == 1 and faults[0].startswith(f"{place} "), str(faults))


def check_assembled(golden, picture, expect):
    results = golden["results"]
    expect("a state for each result", picture.step_count == len(results), f"{picture.step_count} states")
    for index, result in enumerate(results):
        picture.step(index)
        text = squeezed(" ".join(picture.texts(".cb-current .cb-bubble")))
        chips = squeezed_all(picture.texts(".cb-current .cb-chip"))
        if isinstance(result, bool):
            word = "Complete" if result else "More to come"
            expect(f"state {index} says {word}", any(chip.endswith(word) for chip in chips), str(chips))
        elif result is None:
            found = picture.count(".cb-newest") + picture.count(".cb-divider")
            has_nothing = any(chip.endswith("Nothing to take yet") for chip in chips)
            expect(f"state {index} shows a step without a result", found > 0 or has_nothing, picture.text)
        else:
            expect(f"state {index} shows the text", text == (squeezed(result) or "empty text"), text)


def check(golden, state, picture, expect):
    if "results" in golden:
        check_assembled(golden, picture, expect)
    elif "values" in golden:
        check_created(golden, picture, expect)
    else:
        check_round_trip(golden, picture, expect)


MISTAKES = [
    {  # The chunks are joined in order of arrival.
        "case": "preview_reply_streams",
        "edit": (
            "/results/7",
            "The 9:42 train to Porto is on time. and arrives at 12:55. It leaves from platform 3 ",
        ),
        "outlined": ".cb-bubble.p-differs",
        "text": "The 9:42 train to Porto is on time. and arrives at 12:55. It leaves from platform 3",
    },
    {  # The message is incomplete after its last chunk.
        "case": "preview_reply_streams",
        "edit": ("/results/9", False),
        "outlined": ".cb-chip.p-differs",
        "text": "… More to come",
    },
    {  # The unfinished message is taken.
        "case": "preview_reply_streams",
        "edit": ("/results/3", "The 9:42 train to Porto is on time. "),
        "outlined": ".cb-bubble.p-differs",
        "text": "The 9:42 train to Porto is on time.",
    },
    {  # The reset keeps a message.
        "case": "preview_two_replies",
        "edit": ("/results/8", "I found four hotels near the river. "),
        "outlined": ".cb-bubble.p-differs",
        "text": "I found four hotels near the river.",
    },
    {  # A status.
        "case": "preview_message_failed",
        "edit": ("/value/status", "sent"),
        "outlined": ".cb-chip.p-differs",
        "text": "✓ Sent",
    },
    {  # The reply loses its message.
        "case": "preview_message_failed",
        "edit": ("/value/replyTo", "<missing>"),
        "side": "expected",
        "outlined": ".cb-reply .p-differs",
        "text": "trip-2",
    },
    {  # A text.
        "case": "preview_delivery_statuses",
        "edit": ("/values/1/content", "There are two: at 7:12 and at 9:24."),
        "outlined": ".cb-bubble.p-differs",
        "text": "There are two: at 7:12 and at 9:24.",
    },
    {  # A message too many.
        "case": "preview_delivery_statuses",
        "edit": (
            "/values/5",
            {
                "content": "And a table.",
                "sender": {"type": "user"},
                "status": "pending",
                "timestamp": "2024-05-16T08:31:00Z",
            },
        ),
        "outlined": ".cb-own.p-differs",
        "text": "And a table.",
    },
    {  # A message is missing.
        "case": "preview_delivery_statuses",
        "edit": ("/values/2", "<missing>"),
        "side": "expected",
        "outlined": ".cb-own.p-differs",
        "text": "The later one, please.",
    },
    {  # A state.
        "case": "preview_bot_states",
        "edit": ("/values/2/state", "typing"),
        "outlined": ".cb-does.p-differs",
        "text": "is typing",
    },
    {  # Another member is rejected.
        "case": "preview_sender_rejected",
        "edit": ("/error/path", "/sender"),
        "outlined": ".cb-fault.p-differs",
        "text": "sender",
    },
    {  # The order of values.
        "case": "preview_bot_states",
        "edit": (
            "/values",
            [
                {"state": "thinking", "botName": "Opta", "timestamp": "2024-05-16T08:30:06Z"},
                {"state": "idle", "botName": "Opta", "timestamp": "2024-05-16T08:30:06Z"},
                {
                    "state": "toolUse",
                    "botName": "Opta",
                    "detail": "Searching for trains to Porto ...",
                    "timestamp": "2024-05-16T08:30:06Z",
                },
                {"state": "typing", "botName": "Opta", "timestamp": "2024-05-16T08:30:06Z"},
            ],
        ),
        "outlined": ".p-differs",
        "text": "is thinking",
    },
]
