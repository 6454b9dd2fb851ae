internal import CanonicalJSON

/// A task that was assigned to a sub-agent.
struct SubagentTask {
  let worker: JID
  let parent: JID
}

extension AgentDirectoryClient {
  // D8
  /// Sends a task to a sub-agent, and records its parent.
  ///
  /// - Throws: `notASubagent` if no list of sub-agents has had the receiver. Otherwise,
  ///   `duplicateTask` if the task id was used before.
  mutating func sendWork(
    to worker: JID,
    taskID: String,
    body: String,
    _ actions: inout Actions
  ) throws(InputError) {
    // The response repeats the id as it was sent.
    let taskID = taskID.allowedInXML
    // D15
    guard let parent = parents[worker] else { throw .notASubagent }
    guard tasks[TextKey(taskID)] == nil else { throw .duplicateTask }

    tasks[TextKey(taskID)] = SubagentTask(worker: worker, parent: parent)
    openTasks.append(TextKey(taskID))

    let work = StanzaElement(
      "work",
      Namespace.subagent,
      [("task_id", taskID), ("parent_jid", parent.description)]
    )
    sendMessage(to: worker, body: body.allowedInXML, with: work, &actions)
  }

  // D14
  /// Delivers a sub-agent's response to an open task. Does nothing if the message isn't a response,
  /// or if the task was answered before.
  ///
  /// - Throws: `unroutable` if no task of the sender has the response's task id (D15).
  mutating func takeResponse(
    _ message: StanzaElement,
    _ actions: inout Actions
  ) throws(InputError) {
    guard message.isOfChat, let response = message.child("response", in: Namespace.subagent) else {
      return
    }

    guard let taskID = response["task_id"], let task = tasks[TextKey(taskID)],
      message.from?.bare == task.worker
    else { throw .unroutable }

    guard let open = openTasks.firstIndex(of: TextKey(taskID)) else { return }

    openTasks.remove(at: open)
    var receivers = [task.parent]
    // D16
    if options.contains(.deliversToActiveChat), let chat, chat.jid != task.parent {
      receivers.append(chat.jid)
    }

    actions.deliveries = receivers.map {
      Delivery(to: $0, from: task.worker, taskID: taskID, body: message.body)
    }
  }
}
