internal import CanonicalJSON

extension PayloadReading {
  // P10
  init(terminalOutput payload: Payload) {
    let stream = payload.object["stream"]?.string
    let content = payload.object["content"]?.string?.trimmedNonBlank
    let text = stream.flatMap { stream in content.map { "[\(stream)] \($0)" } }
    self.init(rule: .p10, role: .assistant, text: text, orHidden: stream == nil ? .noStream : .noOutput)
  }

  // P11
  init(command payload: Payload) {
    self.init(rule: .p11, role: .user, visibleTextOf: payload)
  }

  // P12
  init(other payload: Payload) {
    let role = Role(of: payload)
    if role == .system {
      self.init(rule: .p12, role: role, blocks: [], orHidden: .systemRole)
    } else {
      self.init(rule: .p12, role: role, visibleTextOf: payload)
    }
  }
}
