from .refusal import Refused


class Task:
    def __init__(self, subagent, parent):
        self.subagent, self.parent = subagent, parent
        self.is_answered = False


class Work:
    """D8: which sub-agents were given work, and for whom."""

    def __init__(self):
        self._tasks = {}

    def give(self, task_id, subagent, parent):
        if task_id in self._tasks:
            raise Refused("duplicate_task")
        self._tasks[task_id] = Task(subagent, parent)

    def answered(self, task_id, sender):
        """The parent of the task, which a response of this bare sender answers."""
        task = self._tasks.get(task_id)
        if task is None or task.is_answered or task.subagent != sender:
            raise Refused("unroutable")
        task.is_answered = True
        return task.parent
