internal import CanonicalJSON

/// A task that was assigned to a sub-agent.
struct SubagentTask {
  let worker: JID
  let parent: JID
  var isAnswered = false
}

extension AgentDirectoryClient {
  // D8
  /// Sends a task to a sub-agent, and records its parent.
  ///
  /// - Throws: `duplicateTask` if the task id was used before.
  mutating func sendWork(
    to worker: JID,
    taskID: String,
    body: String,
    _ actions: inout ClientActions
  ) throws(ClientError) {
    // The response repeats the id as it was sent.
    let taskID = taskID.allowedInXML
    guard tasks[TextKey(taskID)] == nil else { throw .duplicateTask }
    let parent = lastIndividual ?? user.bare
    tasks[TextKey(taskID)] = SubagentTask(worker: worker, parent: parent)
    let work = StanzaElement(
      "work",
      Namespace.subagent,
      [("task_id", taskID), ("parent_jid", parent.description)]
    )
    sendMessage(to: worker, body: body.allowedInXML, with: work, &actions)
  }

  // D8
  /// Delivers a sub-agent's response to the task's parent and to the open chat's contact.
  ///
  /// - Throws: `unroutable` if no open task of the sender has the response's task id.
  mutating func takeResponse(
    _ message: StanzaElement,
    _ actions: inout ClientActions
  ) throws(ClientError) {
    guard message.isOfChat, let response = message.child("response", in: Namespace.subagent) else {
      return
    }
    guard let taskID = response["task_id"], let task = tasks[TextKey(taskID)], !task.isAnswered,
      message.from?.bare == task.worker
    else { throw .unroutable }
    tasks[TextKey(taskID)]?.isAnswered = true
    let body = message.child("body", in: Namespace.client)?.text ?? ""
    var receivers = [task.parent]
    if let chat, chat.jid != task.parent { receivers.append(chat.jid) }
    actions.delivered = receivers.map {
      Delivery(to: $0, from: task.worker, taskID: taskID, body: body)
    }
  }
}
