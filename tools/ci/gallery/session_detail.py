"""What the pictures of session-detail show. check-gallery.py runs it in a browser."""

import json

from gallery.picture import visible
from gallery.texts import counted

ROLES = {"user": "You", "assistant": "Assistant", "system": "System"}
STATUSES = {"running": "◐ Running", "completed": "✓ Completed", "failed": "✕ Failed"}
NOUNS = {"parallelAgents": "agent", "standaloneToolCalls": "tool"}
ERRORS = {
    "secret_resolution_failed": "The key of this session is missing or not valid.",
    "decrypt_failed": "A message of this session can't be decrypted.",
    "invalid_encrypted_row": "A message of this session is damaged.",
}

# The values of the switches Agents and Tools with which a preview begins, by its state.
STATES = {
    "default": ("Expanded", "Compact"),
    "collapsed": ("Collapsed", "Collapsed"),
    "compact-tools": ("Expanded", "Compact"),
    "expanded-tools": ("Expanded", "Expanded"),
    "partially-running-compact-tools": ("Running only", "Compact"),
    "partially-running-expanded-tools": ("Running only", "Expanded"),
    "running": ("Expanded", "Expanded"),
    "completed": ("Expanded", "Expanded"),
    "failed": ("Expanded", "Expanded"),
    "long-summary": ("Expanded", "Compact"),
}


def check(golden, state, picture, expect):
    """Compares a picture with a golden: first as the preview shows it, and then with each value of the switches."""
    if "error" in golden:
        check_error(golden["error"]["code"], picture, expect)
        return
    first = STATES[state]
    check_rows(golden, first, picture, expect)
    for setting in (("Collapsed", "Collapsed"), ("Running only", "Compact"), ("Collapsed", "Expanded")):
        choose(picture, setting)
        check_rows(golden, setting, picture, expect)
    choose(picture, ("Expanded", "Expanded"))
    check_rows(golden, ("Expanded", "Expanded"), picture, expect)
    check_entries(golden, picture, expect)
    check_blocks(golden, picture, expect)
    check_details(golden, picture, expect)
    choose(picture, first)


def choose(picture, setting):
    """Presses a value of each switch."""
    for switch, value in zip(("Agents", "Tools"), setting):
        picture.choose(switch, value)


def check_error(code, picture, expect):
    """Compares the screen of a session that can't be shown."""
    expect("the session can't be shown", picture.shows("This session can't be shown"), picture.text)
    expect("the reason", picture.shows(ERRORS[code]), picture.text)
    expect("the code of the error", picture.texts(".sd-failure .sd-code") == [code], picture.texts(".sd-code"))
    expect("no messages", picture.count(".sd-entry") == 0, picture.text)


def check_entries(golden, picture, expect):
    """Compares the messages with their roles, and the number of rows."""
    entries = golden["entries"]
    bar = f"Session {counted(len(entries), 'message')} from {counted(golden['rowCount'], 'row')}"
    expect("the numbers of messages and rows", lines(picture, ".sd-bar") == [bar], picture.texts(".sd-bar"))
    for role in ROLES:
        count = sum(entry["role"] == role for entry in entries)
        expect(f"the messages of role {role}", picture.count(f".sd-from-{role}") == count, picture.text)
    compare(picture, ".sd-from", map(header, entries), expect)
    expect("messages or a remark", picture.shows("No messages") == (not entries), picture.text)


def check_blocks(golden, picture, expect):
    """Compares the blocks and the groups that they are in."""
    blocks, groups = shown_blocks(golden), shown_groups(golden)
    compare(picture, ".sd-bubble", [each["text"] for each in blocks if each["type"] == "text"], expect)
    compare(picture, ".sd-error", [f"! Error {each['message']}" for each in blocks if each["type"] == "error"], expect)
    compare(picture, ".sd-head", [title for kind, own in groups if (title := group_title(kind, own))], expect)
    cards = [len(own) for kind, own in groups if kind in NOUNS]
    expect("a card for each group", picture.count(".sd-card") == len(cards), picture.count(".sd-card"))
    expect("no block outside of a group", picture.count(".sd-left, .sd-odd, .sd-plain") == 0, picture.text)


def check_details(golden, picture, expect):
    """Compares tools and sub-agents, all of which are open."""
    agents, tools = agents_of(golden), tools_of(golden)
    compare(picture, ".sd-agent > .sd-line > .sd-title",
            [f"{each['subagentType'] or 'empty'} {each['description'] or 'empty'}" for each in agents], expect)
    counts = [len(each["tools"]) for each in agents]
    compare(picture, ".sd-count", [counted(count, "tool") if count else "no tools" for count in counts], expect)
    compare(picture, ".sd-agent > .sd-details > .sd-detail > .sd-text",
            [each["result"] for each in agents if "result" in each], expect)
    compare(picture, ".sd-tool > .sd-line > .sd-title", map(tool_title, tools), expect)
    compare(picture, ".sd-status", [STATUSES[each["status"]] for each in rows_of(golden)], expect)
    members = [member for tool in tools for member in tool.get("input", {}).items()]
    compare(picture, ".sd-input dt", [name for name, _ in members], expect)
    compare(picture, ".sd-input dd", [input_text(value) for _, value in members], expect)
    compare(picture, ".sd-output", [tool["output"] for tool in tools if "output" in tool], expect)
    names = (("Id", "toolUseId"), ("Parent", "parentToolUseId"))
    ids = [" ".join(f"{title} {each[name] or 'empty'}" for title, name in names if name in each)
           for each in rows_of(golden, tools_first=True)]
    compare(picture, ".sd-ids", [each for each in ids if each], expect)


def check_rows(golden, setting, picture, expect):
    """Compares which sub-agents and tools are visible and open with values of the switches."""
    agents_value, tools_value = setting
    name = f"with agents {agents_value.lower()} and tools {tools_value.lower()}"
    agents = agents_of(golden)
    open_statuses = {"Expanded": list(STATUSES), "Running only": ["running"], "Collapsed": []}[agents_value]
    opened = [each for each in agents if each["status"] in open_statuses]
    groups = [own for kind, own in shown_groups(golden) if kind == "standaloneToolCalls"]
    tools = sum(len(own) for own in groups if len(own) == 1 or tools_value != "Collapsed")
    tools += sum(len(each["tools"]) for each in opened)
    for css, wanted in (
        (".sd-agent", len(agents)),
        (".sd-agent > [aria-expanded=true]", len(opened)),
        (".sd-tool", tools),
        (".sd-tool > [aria-expanded=true]", tools if tools_value == "Expanded" else 0),
    ):
        found = picture.count(css)
        expect(f"{name}: {wanted} of {css}", found == wanted, found)


# What a golden has


def shown_groups(golden):
    """Returns the kind and the blocks of each group, in the order of the messages."""
    return [(group["kind"], [entry["blocks"][index] for index in group["blocks"]])
            for entry in golden["entries"] for group in entry["display"]]


def shown_blocks(golden):
    """Returns the blocks in the order in which they are shown."""
    return [block for _, blocks in shown_groups(golden) for block in blocks]


def agents_of(golden):
    """Returns the sub-agents in the order in which they are shown."""
    return [block for block in shown_blocks(golden) if block["type"] == "subAgent"]


def rows_of(golden, tools_first=False):
    """Returns tools and sub-agents. The tools of a sub-agent are after it, or before it if `tools_first`."""
    found = []
    for block in shown_blocks(golden):
        own = block.get("tools", [])
        if block["type"] in ("toolCall", "subAgent"):
            found += [*own, block] if tools_first else [block, *own]
    return found


def tools_of(golden):
    """Returns the tools in the order in which they are shown."""
    return [each for each in rows_of(golden) if each["type"] == "toolCall"]


# Texts


def compare(picture, css, wanted, expect):
    """Compares the texts of elements with those of the golden, in which an empty text is shown as a word."""
    found, texts = lines(picture, css), [visible(text) if text else "empty" for text in wanted]
    different = [pair for pair in zip(found, texts) if pair[0] != pair[1]]
    expect(f"the texts of {css}", found == texts, different[:1] or (len(found), len(texts)))


def lines(picture, css):
    """Returns the texts of elements, each on one line."""
    return [visible(text) for text in picture.texts(css)]


def header(entry):
    """Returns the line above a message."""
    parts = (ROLES[entry["role"]], entry.get("createdAt"), f"No. {entry['sequenceNumber']}", entry["id"])
    return " ".join(part for part in parts if part is not None)


def group_title(kind, blocks):
    """Returns the title of a group, or None if it has none: a text, an error or a single tool."""
    if kind not in NOUNS or (kind == "standaloneToolCalls" and len(blocks) == 1):
        return None
    statuses = [block["status"] for block in blocks]
    if len(statuses) == 1:
        counts = ""
    elif len(set(statuses)) == 1:
        counts = f"all {statuses[0]}"
    else:
        counts = ", ".join(f"{statuses.count(status)} {status}" for status in STATUSES if status in statuses)
    return f"{counted(len(blocks), NOUNS[kind])} {counts}".strip()


def tool_title(tool):
    """Returns the name and the summary of a tool, unless the summary begins with the name."""
    name, summary = tool["name"], tool["summary"]
    return summary if f"{summary} ".startswith(f"{name} ") else f"{name} {summary}"


def input_text(value):
    """Returns a member of a tool's input as text."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, indent=2) if isinstance(value, (dict, list)) else json.dumps(value)


# Outputs of broken programs

MIXED = "preview_message_bubble_mixed"
TALK = "preview_conversation"
AGENTS = "preview_parallel_agents_finished"
TOOLS = "preview_standalone_tools_several"

MISTAKES = [
    {  # A status: a failed tool is shown as completed.
        "case": TOOLS,
        "edit": ("/entries/0/blocks/2/status", "completed"),
        "outlined": ".sd-status.sd-is-completed",
        "text": "Completed",
    },
    {  # A text: a repeated update of a sub-agent doesn't replace its result.
        "case": AGENTS,
        "edit": ("/entries/0/blocks/1/result", "Rename the function last."),
        "outlined": ".sd-agent .sd-text",
        "text": "Rename the function last.",
    },
    {  # Whose message it is.
        "case": TALK,
        "edit": ("/entries/4/role", "assistant"),
        "outlined": ".sd-from-assistant .sd-from strong",
        "text": "Assistant",
    },
    {  # A missing message: what the user answered.
        "case": TALK,
        "edit": ("/entries/4", "<missing>"),
        "side": "expected",
        "outlined": ".sd-from-user",
        "text": "Yes, please.",
    },
    {  # A missing output, in a row that is closed otherwise.
        "case": TOOLS,
        "edit": ("/entries/0/blocks/2/output", "<missing>"),
        "side": "expected",
        "outlined": ".sd-output",
        "text": "1 test failed",
    },
    {  # An extra message: the output of a tool is shown as if the user wrote it.
        "case": TALK,
        "edit": ("/entries/-", {
            "id": "row-13",
            "role": "user",
            "sequenceNumber": 13,
            "content": "The file has been updated.",
            "blocks": [{"type": "text", "text": "The file has been updated."}],
            "display": [{"kind": "block", "blocks": [0]}],
        }),
        "outlined": ".sd-from-user",
        "text": "The file has been updated.",
    },
    {  # The order of a group: a sub-agent is drawn before the one that came first.
        "case": AGENTS,
        "edit": ("/entries/0/display/0/blocks", [1, 0, 2]),
        "outlined": ".sd-agent",
        "text": "Plan the change",
    },
    {  # Each sub-agent is a group of its own.
        "case": AGENTS,
        "edit": ("/entries/0/display", [{"kind": "parallelAgents", "blocks": [index]} for index in range(3)]),
        "also": [".sd-agent"],
        "outlined": ".sd-card",
        "text": "Review the tests",
    },
    {  # A tool that isn't in its sub-agent.
        "case": "preview_parallel_agents_partly_running",
        "edit": ("/entries/0/blocks/1/tools/1", "<missing>"),
        "side": "expected",
        "outlined": ".sd-agent .sd-tool",
        "text": "Bash make",
    },
    {  # A summary that isn't cut.
        "case": "preview_tool_call_long_command",
        "edit": ("/entries/0/blocks/0/summary", "xcodebuild test -scheme App -destination 'platform=iOS Simulator'"),
        "outlined": ".sd-summary",
        "text": "iOS Simulator'",
    },
    {  # A member of an input, in a row that is closed otherwise.
        "case": "preview_tool_call_long_command",
        "edit": ("/entries/0/blocks/0/input/timeout", 600),
        "outlined": ".sd-input dd *",
        "text": "600",
    },
    {  # The text of a message as a whole isn't the text of its blocks.
        "case": MIXED,
        "edit": ("/entries/0/content", ""),
        "outlined": ".sd-plain .sd-void",
        "text": "empty",
    },
    {  # A block of an unknown type.
        "case": MIXED,
        "edit": ("/entries/1/blocks/0", {"type": "warning", "message": "The session was stopped."}),
        "outlined": ".sd-odd, .sd-odd *",
        "text": "warning",
    },
    {  # An error instead of the messages.
        "case": TALK,
        "edit": ("", {"error": {"code": "decrypt_failed"}}),
        "also": ["*"],
        "outlined": ".sd-failure",
        "text": "This session can't be shown",
    },
]
