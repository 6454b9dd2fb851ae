#if SQLite || CommandLine
  internal import ChatHistory
  internal import Cryptography
  internal import Foundation

  extension HistorySession {
    /// The SHA-256 digest of the session, which detects changes since it was saved. SQLite doesn't
    /// notice when the bytes of a value change.
    var digest: Data {
      var bytes: [UInt8] = []
      bytes.append(sessionId)
      bytes.append(scenarioTitle)
      bytes.append(timestamp)
      bytes.append(targetLanguage)
      bytes.append(durationSeconds)

      bytes.append(Int64(dialogLines.count))
      for line in dialogLines {
        bytes.append(line.id)
        bytes.append(line.speakerId) { $0.append($1) }
        bytes.append(line.roleName)
        bytes.append(line.textNative)
        bytes.append(line.textTranslated)
        bytes.append(line.timestamp) { $0.append($1) }
      }

      return Data(sha256(bytes))
    }
  }

  extension [UInt8] {
    /// Appends a text with its length, so that different lists of texts never have the same bytes.
    fileprivate mutating func append(_ text: String) {
      append(Int64(text.utf8.count))
      append(contentsOf: text.utf8)
    }

    /// Appends the 8 bytes of an integer, the least significant one first.
    fileprivate mutating func append(_ integer: Int64) {
      Swift.withUnsafeBytes(of: integer.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends a mark for whether there is a value, followed by the value.
    fileprivate mutating func append<Value>(
      _ optional: Value?,
      each append: (inout [UInt8], Value) -> Void
    ) {
      self.append(optional == nil ? 0 : 1 as Int64)
      if let optional { append(&self, optional) }
    }
  }
#endif
