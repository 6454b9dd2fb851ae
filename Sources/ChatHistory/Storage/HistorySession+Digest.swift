internal import Crypto
internal import Foundation

extension HistorySession {
  /// Tells whether the session is as it was saved; SQLite does not notice when the bytes of a value change.
  var digest: Data {
    var hash = SHA256()
    hash.update(sessionId)
    hash.update(scenarioTitle)
    hash.update(timestamp)
    hash.update(targetLanguage)
    hash.update(durationSeconds)
    hash.update(Int64(dialogLines.count))
    for line in dialogLines {
      hash.update(line.id)
      hash.update(line.speakerId) { $0.update($1) }
      hash.update(line.roleName)
      hash.update(line.textNative)
      hash.update(line.textTranslated)
      hash.update(line.timestamp) { $0.update($1) }
    }
    return Data(hash.finalize())
  }
}

extension SHA256 {
  /// With its length, so that no two lists of texts have the same bytes.
  fileprivate mutating func update(_ text: String) {
    update(Int64(text.utf8.count))
    update(data: Data(text.utf8))
  }

  fileprivate mutating func update(_ integer: Int64) {
    withUnsafeBytes(of: integer.littleEndian) { update(bufferPointer: $0) }
  }

  fileprivate mutating func update<Value>(_ optional: Value?, each update: (inout SHA256, Value) -> Void) {
    self.update(optional == nil ? 0 : 1 as Int64)
    if let optional { update(&self, optional) }
  }
}
