"""The app: its state, its two observers, and one method for each kind of step."""

from .failures import Failure
from .profile import created_profile, is_premium, updated_profile
from .repository import Repository
from .row import row_of
from .running_session import ended_session
from .screens import detail_of, screen_of
from .sessions import session_of


def history(params):
    """Returns the output of the operation `history` for its input."""
    app = App(int(params["now"]) if "now" in params else 0)
    results = [app.step(step) for step in params["steps"]]
    return {"results": results, "history": app.repository.history, "emissions": app.emissions}


class App:
    """The app while the steps of one input happen."""

    def __init__(self, now):
        self.now = now
        self.emissions = {"history": 0, "userProfile": 0}
        self.start(Repository())

    def start(self, repository):
        """Starts the app with the sessions of a repository and with nothing else (H9)."""
        self.profile = None
        self.running = None  # the running session, as `startSession` gave it
        self.repository = repository
        repository.subscribers.append(self.receive_list)

    def receive_list(self, _):
        """Counts a list that the observer of the history receives (H5)."""
        self.emissions["history"] += 1

    def receive_profile(self, _):
        """Counts a value that the observer of the profile receives (H11)."""
        self.emissions["userProfile"] += 1

    def step(self, step):
        """Performs a step and returns its result."""
        ((name, argument),) = step.items()
        try:
            return getattr(self, "step_" + name)(argument)
        except Failure as failure:
            return {"error": failure.name}

    # The user's profile and the running session

    def step_updateProfile(self, given):
        """H11: sends the profile after the update if it isn't equal to the one before."""
        previous = self.profile
        if given is None:
            self.profile = None
        elif previous is None:
            self.profile = created_profile(given)
        else:
            self.profile = updated_profile(previous, given)

        if self.profile != previous:
            self.receive_profile(self.profile)

    def step_startSession(self, started):
        self.running = started  # H6: replaces the running session as a whole

    def step_endSession(self, _):
        """H6: the session has ended even if the save is refused or fails."""
        started = self.running
        self.running = None
        if started is None or self.profile is None:
            return None
        session = ended_session(started, self.profile, self.now, self.repository.history)
        return {"success": self.repository.save(session, is_premium(self.profile))}

    # The repository

    def step_save(self, save):
        """H2: the profile of the step decides, and not the user's profile."""
        profile = None if save["profile"] is None else created_profile(save["profile"])
        session = session_of(save["session"])
        return {"success": self.repository.save(session, is_premium(profile))}

    def step_getSessions(self, _):
        return self.repository.sessions()

    def step_delete(self, session_id):
        self.repository.delete(session_id)

    def step_clear(self, _):
        self.repository.clear()

    # The history as the app shows it

    def step_row(self, session_id):
        session = self.session_in_history(session_id)
        return None if session is None else row_of(session)

    def step_detail(self, session_id):
        session = self.session_in_history(session_id)
        return None if session is None else detail_of(session)

    def step_screen(self, _):
        return screen_of(is_premium(self.profile), self.repository.history)

    def session_in_history(self, session_id):
        """Returns the session with this id, or None. This isn't a call of the repository (H8)."""
        for session in self.repository.history:
            if session["sessionId"] == session_id:
                return session
        return None

    # The clock, failures and restarts

    def step_advance(self, milliseconds):
        self.now += int(milliseconds)

    def step_failNext(self, _):
        self.repository.fails_next = True

    def step_reopen(self, _):
        self.start(Repository(self.repository.file()))
