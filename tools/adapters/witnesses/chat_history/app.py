from .failures import Failure
from .profile import updated_profile
from .repository import Repository
from .row import row_of
from .running_session import ended_session
from .sessions import session_of


def history(params):
    app = App(int(params["now"]) if "now" in params else 0)
    results = [app.step(step) for step in params["steps"]]
    return {"results": results, "history": app.repository.history, "emissions": app.emissions}


class App:
    def __init__(self, now):
        self.now = now
        self.emissions = 0
        self.start(Repository())

    def start(self, repository):
        """With what lasts, and nothing else (H9)."""
        self.profile = None
        self.running = None  # the session that runs, as it was started
        self.repository = repository
        repository.subscribers.append(self.take_list)

    def take_list(self, _):
        self.emissions += 1

    def step(self, step):
        ((name, argument),) = step.items()
        try:
            return getattr(self, "step_" + name)(argument)
        except Failure as failure:
            return {"error": failure.name}

    # The user's profile and session

    def step_updateProfile(self, given):
        self.profile = None if given is None else updated_profile(self.profile, given)

    def step_startSession(self, started):
        self.running = started  # H6: whole

    def step_endSession(self, _):
        started, self.running = self.running, None  # H6: it is over, whatever becomes of the save
        if started is not None and self.profile is not None:
            session = ended_session(started, self.profile, self.now, self.repository.history)
            self.repository.save(session, self.profile)

    # The repository

    def step_save(self, save):
        profile = None if save["profile"] is None else updated_profile(None, save["profile"])
        return {"success": self.repository.save(session_of(save["session"]), profile)}

    def step_getSessions(self, _):
        return self.repository.sessions()

    def step_delete(self, session_id):
        self.repository.delete(session_id)

    def step_clear(self, _):
        self.repository.clear()

    def step_row(self, session_id):
        for session in self.repository.history:
            if session["sessionId"] == session_id:
                return row_of(session)
        return None

    # The world

    def step_advance(self, milliseconds):
        self.now += int(milliseconds)

    def step_failNext(self, _):
        self.repository.fails_next = True

    def step_reopen(self, _):
        self.start(Repository(self.repository.file()))
