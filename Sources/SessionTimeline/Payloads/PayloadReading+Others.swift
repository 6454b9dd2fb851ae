internal import CanonicalJSON

extension PayloadReading {
  // P10
  init(terminalOutput payload: Payload) {
    let stream = payload.object["stream"]?.string
    let content = payload.object["content"]?.string?.trimmedNonBlank
    let text = stream.flatMap { stream in content.map { "[\(stream)] \($0)" } }
    self.init(rule: .p10, role: .assistant, text: text)
  }

  // P11
  init(command payload: Payload) {
    self.init(rule: .p11, role: .user, text: payload.object.visibleText)
  }

  // P12
  init(other payload: Payload) {
    let role = Role(of: payload)
    self.init(rule: .p12, role: role, text: role == .system ? nil : payload.object.visibleText)
  }
}
