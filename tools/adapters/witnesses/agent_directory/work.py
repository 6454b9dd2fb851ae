"""D8, D14, D15: tasks."""

from .refusal import Refused


class Task:
    """Work that was sent to a sub-agent. It is open until its response is delivered."""

    def __init__(self, subagent, parent):
        self.subagent, self.parent = subagent, parent
        self.is_open = True


class Work:
    """The tasks of a session by their ids, in the order in which they were sent."""

    def __init__(self):
        self._tasks = {}

    def record(self, task_id, subagent, parent):
        """Records a task, unless its id was used before."""
        if task_id in self._tasks:
            raise Refused("duplicate_task")
        self._tasks[task_id] = Task(subagent, parent)

    def subagents_with_open_tasks(self):
        """The sub-agents, which can repeat, in the order in which their open tasks were sent."""
        return [task.subagent for task in self._tasks.values() if task.is_open]

    def answered(self, task_id, sender, is_archived):
        """Closes the task that a response of this bare sender answers, and returns the task.

        Returns None if the response is ignored (D15).
        """
        task = self._tasks.get(task_id)
        is_of_subagent = task is not None and task.subagent == sender
        if is_of_subagent and task.is_open:
            task.is_open = False
            return task
        if is_of_subagent or is_archived:
            return None
        raise Refused("unroutable")
