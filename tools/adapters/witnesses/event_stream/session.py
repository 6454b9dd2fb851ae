from .backend_json import is_object
from .details import details_of
from .liveness import is_live
from .parse import pieces_of
from .requests import Requests
from .retries import Retries
from .stream import LineTooLong, Stream
from .view import view
from .workflow import workflow_event


def session(params):
    app = App()
    return {"states": [app.step(step) for step in params["steps"]]}


class App:
    def __init__(self):
        self.requests = Requests()
        self.session = None
        self.now = 0
        self.forget()

    def forget(self):
        """Sets the variables to their values before the first `connect` (S1)."""
        self.connection = "disconnected"
        self.mode = self.status = None
        self.details = {}  # S7
        self.events, self.skipped = [], 0
        self.retries = Retries()
        self.last_event_id = ""

    @property
    def is_live(self):
        return is_live(self.mode, self.status)

    def step(self, step):
        self.requests.begin_step()
        for name, argument in step.items():
            getattr(self, "step_" + name)(argument)
        return self.state()

    def state(self):
        state = {
            "connection": self.connection,
            "requests": self.requests.made,
            "cancelled": self.requests.given_up,
            "events": self.events,
            "skipped": self.skipped,
            **view(self.is_live, self.events),
            **self.details,
        }
        if self.retries.time_left is not None:
            state["retryInMs"] = self.retries.time_left
        return state

    # The status (S1)

    def step_connect(self, session):
        self.requests.give_up()
        self.forget()
        self.session = session
        self.requests.make("status", session)

    def step_reply(self, reply):
        if self.requests.finish(int(reply["request"]), ["status"]) is None:
            return
        status = int(reply["status"])
        body = reply.get("body")
        if status == 200 and is_object(body):
            self.accept(body)
        elif status in (401, 404):
            self.connection = "failed"  # S4
        else:
            self.status_failed()

    def accept(self, body):
        mode = body.get("mode")
        self.mode = mode if isinstance(mode, str) else None
        self.details = details_of(body)
        if self.mode == "complete":
            self.status = None  # S3
        if not self.is_live:
            self.connection = "disconnected"
            return
        if self.connection != "reconnecting":
            self.connection = "connecting"
        self.requests.make("stream", self.session, self.last_event_id)

    def status_failed(self):
        if self.connection == "reconnecting":
            self.break_off()

    # The stream (S2, S4)

    def step_open(self, head):
        request = self.requests.find(int(head["request"]), ["stream"])
        if request is None or request.stream is not None:
            return  # S5
        status = int(head["status"])
        if status == 200:
            request.stream, request.opened_at = Stream(self.last_event_id), self.now
            self.connection = "connected"
            return
        self.requests.finish(request.number)
        if status == 204:
            self.connection = "disconnected"
        elif status in (401, 404):
            self.connection = "failed"
        else:
            self.break_off()

    def step_receive(self, received):
        request = self.requests.find(int(received["request"]), ["stream"])
        if request is None or request.stream is None:
            return  # S5
        stream = request.stream
        is_too_long = False
        try:
            for piece in pieces_of_step(received):
                for event in stream.receive(piece):
                    request.has_dispatched = True
                    self.take_event(event)
        except LineTooLong:
            is_too_long = True
        self.last_event_id = stream.last_event_id
        if stream.retry is not None:
            self.retries.server_retry = stream.retry
        if is_too_long:
            self.requests.give_up()
            self.stream_ended(request, is_too_long=True)

    def take_event(self, event):
        if event.type != "workflow":
            return
        shown = workflow_event(event.data)
        if shown is None:
            self.skipped += 1
        else:
            self.events = [shown, *self.events]

    def step_close(self, closed):
        request = self.requests.finish(int(closed["request"]))
        if request is None:
            return  # S5
        if request.kind == "status":
            self.status_failed()
        elif request.stream is None:
            self.break_off()
        else:
            self.stream_ended(request, is_too_long=False)

    # Reconnecting (S4)

    def stream_ended(self, request, is_too_long):
        if request.has_worked(self.now, is_too_long):
            self.retries.begin_row()
        self.break_off()

    def break_off(self):
        self.connection = "failed" if self.retries.is_last_break() else "reconnecting"

    def step_advance(self, milliseconds):
        self.now += int(milliseconds)
        if self.retries.is_over_after(int(milliseconds)):
            self.requests.make("status", self.session)

    # Pausing (S3)

    def step_pause(self, _):
        if self.is_live:
            self.status = "paused"

    def step_resume(self, _):
        if self.is_live:
            self.status = "running"


def pieces_of_step(received):
    if "text" in received:
        return pieces_of({"chunks": [received["text"]]})
    if "base64" in received:
        return pieces_of({"chunksBase64": [received["base64"]]})
    return pieces_of(received)
