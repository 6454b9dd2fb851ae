"""The operation `client`: a session, step by step."""

from .addresses import bare_of, jid_of
from .chat_states import Typing
from .columns import NAMES
from .conversations import Conversations, Message
from .directory import Directory
from .outbox import Outbox, work_element
from .presence import Presence
from .receiving import Receiver
from .refusal import Refused
from .text import sendable, trimmed
from .work import Work


def client(params):
    """Returns the states after the steps of the input."""
    client = Client(params)
    return {"states": [client.step(step) for step in params["steps"]]}


class Client:
    """The client of one session."""

    def __init__(self, params):
        self.user = jid_of(params["self"])
        directory, pubsub = jid_of(params["directory"]), bare_of(params["pubsub"])
        self.outbox = Outbox(self.user, directory, pubsub, params.get("idPrefix", "p"))
        self.delivers_to_active_chat = params.get("deliverToActiveChat") is True  # D16
        self.shows_typing = params.get("typing") is True  # D17
        self.directory = Directory(self.outbox)
        self.presence = Presence()
        self.typing = Typing()
        self.conversations = Conversations()
        self.work = Work()
        self.receiver = Receiver(self)
        self.delivered = []  # in the current step

    def step(self, step):
        """Runs a step and returns the state after it."""
        ((name, argument),) = step.items()
        self.outbox.begin_step()
        self.delivered = []
        error = None
        try:
            getattr(self, "step_" + name)(argument)
        except Refused as refused:
            error = {"code": refused.code}
        return self.state(error)

    # Steps

    def step_connect(self, _):
        """D13"""
        self.presence.forget()
        self.typing.forget()
        self.outbox.begin_connection()
        self.directory.connect()

        chat = self.directory.chat
        contacts = [] if chat is None else [chat]
        contacts += self.work.subagents_with_open_tasks()
        for contact in dict.fromkeys(contacts):  # without duplicates
            self.outbox.query_archive(contact)

    def step_select(self, choice):
        """D2"""
        self.directory.select(choice["column"], choice["jid"])

    def step_receive(self, text):
        """D10"""
        self.receiver.receive(text)

    def step_send(self, text):
        """D20"""
        body = sendable(trimmed(text))
        if self.directory.chat is not None and body:
            self.send(self.directory.chat, body)

    def step_sendWork(self, work):
        """D8, D15"""
        subagent = bare_of(work["to"])
        task_id, body = sendable(work["task_id"]), sendable(work["body"])
        parent = self.directory.parents.get(subagent)
        if parent is None:
            raise Refused("not_a_subagent")
        self.work.record(task_id, subagent, parent)
        self.send(subagent, body, work_element(task_id, parent))

    def send(self, contact, body, *others):
        """Sends a message and adds it to the conversation with the contact."""
        stanza_id = self.outbox.message(contact, body, *others)
        self.conversations.keep(contact, Message(self.user, body, stanza_id))

    def deliver(self, task, task_id, body):
        """Delivers a response to the parent (D14), then possibly to the open chat (D16)."""
        receivers = [task.parent]
        chat = self.directory.chat
        if self.delivers_to_active_chat and chat is not None and chat != task.parent:
            receivers.append(chat)
        for to in receivers:
            self.delivered.append(
                {"to": to, "from": task.subagent, "task_id": task_id, "body": body}
            )

    # The state

    def state(self, error):
        """Returns the state after a step that had this error, or None."""
        directory = self.directory
        state = {
            "columns": {name: self.items(column) for name, column in zip(NAMES, directory.columns)},
            "sent": self.outbox.sent,
            "delivered": self.delivered,
        }
        if directory.selection is not None:
            place, jid = directory.selection
            state["selection"] = {"column": NAMES[place], "jid": jid}
        if directory.chat is not None:
            state["chat"] = self.chat()
        if error is not None:
            state["error"] = error
        return state

    def chat(self):
        """The open chat (D3, D17)."""
        contact = self.directory.chat
        chat = {
            "jid": contact,
            "name": self.directory.chat_name,
            "messages": self.conversations.shown(contact),
        }
        if self.shows_typing and self.typing.is_typing(contact):
            chat["typing"] = True
        return chat

    def items(self, column):
        """The items of a column (D4), with those that are online marked (D9)."""
        items = [{"jid": jid, "name": name} for jid, name in column.names.items()]
        for item in items:
            if self.presence.is_online(item["jid"]):
                item["online"] = True
        return items
