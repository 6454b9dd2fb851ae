"""What the pictures of agent-directory show. check-gallery.py runs it in a browser."""

from gallery.texts import expectation_of_state, squeezed, squeezed_all
from shared.pointers import MISSING

COLUMNS = {
    "dispatchers": "Dispatchers",
    "groups": "Groups",
    "individuals": "Individuals",
    "subagents": "Subagents",
}
DISCO = "http://jabber.org/protocol/disco#items"
ARCHIVE = "urn:xmpp:mam:2"
SWITCH = "Sent stanzas"


def check(golden, state, picture, expect):
    """Compares a picture with a golden, up to the first state that differs. In the preview state `xml`, stanzas are XML."""
    states = golden["states"]
    slides = len(states) if len(states) > 1 else 0
    expect("a slider through all states", picture.step_count == slides, picture.step_count)
    if picture.step_count != slides:
        return

    if not states:
        check_start(picture, expect)
        return
    is_xml = picture.count(".ad-xml") > 0
    expect("XML only if the preview wants it", is_xml == (state == "xml"), picture.texts(".ad-log"))
    picture.choose(SWITCH, "Summary")
    for index in range(len(states)):
        if slides > 0:
            picture.step(index)
        failures = []

        def expect_here(name, condition, details=None, index=index, failures=failures):
            expectation_of_state(expect, index)(name, condition, details)
            if not condition:
                failures.append(name)

        check_state(states[: index + 1], picture, expect_here)
        if failures:
            break

    picture.choose(SWITCH, "XML")
    check_xml(states[-1]["sent"], picture, expect)
    picture.choose(SWITCH, "XML" if state == "xml" else "Summary")


def check_start(picture, expect):
    """Checks the window before anything has happened."""
    expect("four empty columns", picture.texts(".ad-column h5") == [f"{title} 0" for title in COLUMNS.values()])
    expect("no items and no chat", picture.count(".ad-item, .ad-bubble, .ad-composer") == 0, picture.text)
    expect("the welcome", "Welcome" in picture.text, picture.text)
    expect("not connected", picture.texts(".ad-connection") == ["Not connected"], picture.text)


def check_state(states, picture, expect):
    """Compares a picture with the last of some states."""
    state = states[-1]
    check_columns(states, picture, expect)
    check_selection(state, picture, expect)
    check_chat(state, picture, expect)
    check_banners(state, picture, expect)
    found = squeezed_all(picture.texts(".ad-log li"))
    wanted = [f"{stanza['attributes']['id']} {sentence(stanza)}" for stanza in state["sent"]]
    expect("the sent stanzas", found == squeezed_all(wanted), found)


# Columns


def check_columns(states, picture, expect):
    """Compares the columns from left to right, each with its items and whether it is requested."""
    state, tasks = states[-1], open_tasks(states)
    nodes = [node_of(stanza).split(":")[0] for stanza in state["sent"] if node_of(stanza) is not None]
    wanted = []
    for name, title in COLUMNS.items():
        items = state["columns"][name]
        wanted.append(f"{title} {len(items)}")
        for item in items:
            wanted += [item["name"], "Online" if item.get("online") else "Offline", item["jid"]]
            own = [task for task, receiver in tasks.items() if receiver == item["jid"]]
            wanted += [f"Working on {', '.join(own)}"] if own and name == "subagents" else []
        wanted += ["Requested"] if name in nodes else []
    parts = ("h5", ".ad-item strong", ".ad-online", ".ad-jid", ".ad-working", ".ad-requested")
    found = squeezed_all(picture.texts(", ".join(f".ad-column {part}" for part in parts)))
    expect("the columns and their items", found == squeezed_all(wanted), found)


def open_tasks(states):
    """Returns the receivers of the tasks that were sent and not answered, by the id of the task."""
    tasks = {}
    for state in states:
        for stanza in state["sent"]:
            work = next((child for child in stanza.get("children", []) if child["name"] == "work"), None)
            if work is not None:
                tasks[work["attributes"]["task_id"]] = stanza["attributes"]["to"]
        for delivery in state["delivered"]:
            tasks.pop(delivery["task_id"], None)
    return tasks


def check_selection(state, picture, expect):
    selection = state.get("selection")
    expect("the number of selections", picture.count(".ad-selected") == int(selection is not None))
    if selection is not None:
        place = list(COLUMNS).index(selection["column"]) + 1
        found = picture.texts(f".ad-column:nth-child({place}) .ad-selected .ad-jid")
        expect(f"the selection in {selection['column']}", found == [selection["jid"]], found)


# Chat


def check_chat(state, picture, expect):
    chat = state.get("chat")
    if chat is None:
        expect("the welcome", picture.count(".ad-welcome") == 1 and picture.count(".ad-composer, .ad-bubble") == 0)
        return

    wanted, before = [chat["name"], chat["jid"]], None
    for message in chat["messages"]:
        wanted += [message["from"]] if message["from"] != before else []
        wanted += [message["body"], message["id"]] if "id" in message else [message["body"]]
        before = message["from"]
    wanted += [f"{chat['name']} is typing"] if chat.get("typing") else []
    wanted.append(f"Message {chat['name']}")
    found = squeezed_all(picture.texts(
        ".ad-partner h5, .ad-partner .ad-jid, .ad-sender, .ad-bubble, .ad-mark code, .ad-typing, .ad-composer span:first-child"))
    expect("the chat", without_names(found) == squeezed_all(wanted), found)

    own = squeezed_all(message["body"] for message in chat["messages"] if message["from"] != chat["jid"])
    found = squeezed_all(picture.texts(".ad-own .ad-bubble"))
    expect("the own messages on their side", found == own, found)


def without_names(texts):
    """Returns texts without the name in front of a JID."""
    return [text.split()[-1] if "@" in text.split()[-1] and text.split()[:-1] else text for text in texts]


# Banners


def check_banners(state, picture, expect):
    found = squeezed_all(picture.texts(".ad-error code, .ad-delivery"))
    codes = [state["error"]["code"]] if "error" in state else []
    expect("the error", found[:len(codes)] == codes, found)
    found = found[len(codes):]
    expect("the number of deliveries", len(found) == len(state["delivered"]), found)
    for delivery, text in zip(state["delivered"], found):
        receiver, _, rest = text.partition(" from ")
        expect(f"the delivery to {delivery['to']}", delivery["to"] in receiver and squeezed(delivery["body"]) in receiver, text)
        expect(f"the sender {delivery['from']}", delivery["from"] in rest, text)
        expect(f"the task {delivery['task_id']}", rest.endswith(f"task {delivery['task_id']}"), text)


# Stanzas


def node_of(stanza):
    """Returns the node of a request, or None for another stanza."""
    child = next(iter(stanza.get("children", [])), None)
    return child["attributes"]["node"] if child is not None and child["namespace"] == DISCO else None


def sentence(stanza):
    """Returns what a stanza says, in the words of the log."""
    if stanza["name"] == "presence":
        return "Presence: available"
    to = stanza["attributes"].get("to")
    child, *others = stanza["children"]
    if stanza["name"] == "message":
        if not others:
            return f"Message to {to}: “{child['text']}”"
        work = others[0]["attributes"]
        return f"Work {work['task_id']} to {to} with the parent {work['parent_jid']}: “{child['text']}”"
    if child["namespace"] == DISCO:
        return f"Request the list {child['attributes']['node']} from {to}"
    if child["namespace"] == ARCHIVE:
        return f"Query the archive for messages with {child['children'][0]['children'][1]['children'][0]['text']}"
    if child["name"] == "pubsub":
        subscribe = child["children"][0]["attributes"]
        return f"Subscribe to {subscribe['node']} at {to} as {subscribe['jid']}"
    return "Enable carbon copies"


def check_xml(sent, picture, expect):
    found = squeezed_all(picture.texts(".ad-log li"))
    expect("a text for each stanza", len(found) == len(sent), found)
    for stanza, text in zip(sent, found):
        missing = [piece for piece in pieces_of(stanza) if piece not in text]
        expect(f"the XML of {stanza['attributes']['id']}", not missing, missing)


def pieces_of(element):
    """Returns what the XML of an element contains: its tag, its namespace, its attributes, its text and its children."""
    pieces = [f"<{element['name']} xmlns=\"{element['namespace']}\""]
    pieces += [f'{name}="{value}"' for name, value in element["attributes"].items()]
    pieces += [element["text"]] if "text" in element else []
    return pieces + [piece for child in element.get("children", []) for piece in pieces_of(child)]


# Broken programs

MISTAKES = [
    # Another item is selected.
    {
        "case": "preview_columns",
        "edit": ("/states/10/selection/jid", "billing@rooms.example.org"),
        "outlined": ".ad-selected",
        "text": "# Billing Offline billing@rooms.example.org",
    },
    # A contact is offline.
    {
        "case": "preview_columns",
        "edit": ("/states/13/columns/subagents/0/online", MISSING),
        "outlined": ".ad-online",
        "text": "Online",
        "side": "expected",
    },
    # A contact is online that isn't.
    {
        "case": "preview_columns",
        "edit": ("/states/13/columns/subagents/1/online", True),
        "outlined": ".ad-online",
        "text": "Online",
    },
    # The contact of the chat has another name.
    {
        "case": "preview_columns",
        "edit": ("/states/14/chat/name", "Tests"),
        "outlined": ".ad-partner h5",
        "text": "Tests",
    },
    # An item is missing.
    {
        "case": "preview_columns",
        "edit": ("/states/5/columns/groups/1", MISSING),
        "outlined": ".ad-item",
        "text": "# Billing Offline billing@rooms.example.org",
        "side": "expected",
    },
    # A column isn't emptied.
    {
        "case": "preview_columns",
        "edit": ("/states/15/columns/groups", [{"jid": "website@rooms.example.org", "name": "Website"}]),
        "outlined": ".ad-item",
        "text": "# Website Offline website@rooms.example.org",
    },
    # Two items change places.
    {
        "case": "preview_columns",
        "edit": (
            "/states/6/columns/groups",
            [
                {"jid": "website@rooms.example.org", "name": "Website", "online": True},
                {"jid": "mobile@rooms.example.org", "name": "Mobile apps"},
                {"jid": "billing@rooms.example.org", "name": "Billing"},
            ],
        ),
        "outlined": ".ad-item",
        "text": "# Billing Offline billing@rooms.example.org",
    },
    # A list isn't requested.
    {
        "case": "preview_columns",
        "edit": ("/states/4/sent/1", MISSING),
        "also": [".ad-requested"],
        "outlined": ".ad-log li",
        "text": "p6 Request the list groups:release@example.org from switch.example.org/directory",
        "side": "expected",
    },
    # A list is requested with a set, which only the XML shows.
    {
        "case": "preview_columns",
        "edit": ("/states/4/sent/1/attributes/type", "set"),
        "outlined": ".ad-attribute",
        "text": 'type="set"',
    },
    # A message has another text.
    {
        "case": "preview_chat",
        "edit": ("/states/13/chat/messages/2/body", "The footer has no dead links."),
        "outlined": ".ad-bubble",
        "text": "The footer has no dead links.",
    },
    # A message has another sender.
    {
        "case": "preview_chat",
        "edit": ("/states/18/chat/messages/0/from", "ada@example.org"),
        "outlined": ".ad-contact",
        "text": "Ada ada@example.org",
    },
    # A message is shown twice.
    {
        "case": "preview_chat",
        "edit": ("/states/17/chat/messages/6", {"from": "me@example.org", "body": "Great, thank you!", "id": "p99"}),
        "outlined": ".ad-message",
        "text": "Great, thank you! p99",
    },
    # The contact stays typing.
    {
        "case": "preview_chat",
        "edit": ("/states/16/chat/typing", True),
        "outlined": ".ad-typing",
        "text": "Ada is typing",
    },
    # The chat closes when a group is selected.
    {
        "case": "preview_chat",
        "edit": ("/states/18/chat", MISSING),
        "outlined": ".ad-chat",
        "text": "Message Ada",
        "side": "expected",
    },
    # A response is delivered to another contact.
    {
        "case": "preview_work",
        "edit": ("/states/14/delivered/0/to", "release@example.org"),
        "outlined": ".ad-contact",
        "text": "Release desk release@example.org",
    },
    # A response is delivered once.
    {
        "case": "preview_active_chat",
        "edit": ("/states/14/delivered/1", MISSING),
        "outlined": ".ad-delivery",
        "text": "✓ Response delivered to Release desk release@example.org "
        "Checked 48 links. Two were dead; both now point to /plans. from Link checker ada.links@example.org · task footer-links",
        "side": "expected",
    },
    # Another error.
    {
        "case": "preview_work",
        "edit": ("/states/16/error/code", "not_a_subagent"),
        "also": ["p"],
        "outlined": ".ad-error code",
        "text": "not_a_subagent",
    },
]
