from .addresses import bare_of, jid_of
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
    client = Client(params)
    return {"states": [client.step(step) for step in params["steps"]]}


class Client:
    def __init__(self, params):
        self.user = jid_of(params["self"])
        directory, pubsub = jid_of(params["directory"]), bare_of(params["pubsub"])
        self.outbox = Outbox(self.user, directory, pubsub, params.get("idPrefix", "p"))
        self.directory = Directory(self.outbox)
        self.presence = Presence()
        self.conversations = Conversations()
        self.work = Work()
        self.receiver = Receiver(self)
        self.delivered = []  # of the step

    def step(self, step):
        ((name, argument),) = step.items()
        self.outbox.begin_step()
        self.delivered = []
        error = None
        try:
            getattr(self, "step_" + name)(argument)
        except Refused as refused:
            error = {"code": refused.code}
        return self.state(error)

    def step_connect(self, _):
        self.presence.forget()
        self.directory.connect()

    def step_select(self, choice):
        self.directory.select(choice["column"], choice["jid"])

    def step_receive(self, text):
        self.receiver.receive(text)

    def step_send(self, text):
        """D12"""
        body = trimmed(text)
        if self.directory.chat is not None and body:
            self.send(self.directory.chat, body)

    def step_sendWork(self, work):
        """D8"""
        to, parent = bare_of(work["to"]), self.directory.last_individual or self.user.bare
        task_id = sendable(work["task_id"])  # which is known as it is sent
        self.work.give(task_id, to, parent)
        self.send(to, work["body"], work_element(task_id, parent))

    def send(self, to, body, *others):
        stanza_id = self.outbox.message(to, body, *others)
        self.conversations.keep(to, Message(self.user, sendable(body), stanza_id))

    def deliver(self, task_id, sender, body):
        """D8: to the parent first, and then to the chat."""
        parent, chat = self.work.answered(task_id, sender), self.directory.chat
        for to in [parent] if chat in (None, parent) else [parent, chat]:
            self.delivered.append({"to": to, "from": sender, "task_id": task_id, "body": body})

    def state(self, error):
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
            messages = self.conversations.shown(directory.chat)
            state["chat"] = {"jid": directory.chat, "name": directory.chat_name, "messages": messages}
        if error is not None:
            state["error"] = error
        return state

    def items(self, column):
        items = [{"jid": jid, "name": name} for jid, name in column.names.items()]
        for item in items:
            if self.presence.is_online(item["jid"]):
                item["online"] = True
        return items
