internal import CanonicalJSON
internal import Conformance
internal import SessionTimeline

extension Deviation {
  // E1, E2, E3
  static var ofEncryption: [Deviation] {
    [
      field("E1", "a prefix in upper case is hex too") { field in
        ["0X", "\\X"].contains(String(field.trimmed.prefix(2))) ? "0x\(field.trimmed.dropFirst(2))" : field
      },
      field("E1", "hex has no prefix 0x") { $0.trimmed.hasPrefix("0x") ? "!" : $0 },
      field("E1", "hex has no prefix \\x") { $0.trimmed.hasPrefix("\\x") ? "!" : $0 },
      field("E1", "hex is lower-case") { field in
        let isHex = field.trimmed.hasPrefix("0x") || field.trimmed.hasPrefix("\\x")
        return isHex && field != field.lowercased() ? "!" : field
      },
      field("E1", "the URL alphabet is base64") { field in
        field.trimmed.hasPrefix("\\x") ? field : field.replacing("-", with: "+").replacing("_", with: "/")
      },
      field("E1", "base64 needs no padding") { field in
        let length = field.trimmed.utf8.count
        return length % 4 > 1 ? field.trimmed + String(repeating: "=", count: 4 - length % 4) : field
      },
      field("E1", "white space in base64 is passed over") { field in
        String(field.unicodeScalars.filter { !$0.properties.isWhitespace })
      },
      field("E1", "fields are not trimmed") { $0.trimmed == $0 ? $0 : "!" },
      reading(row: "E1", "a nonce is decoded once") { row in
        (row["content_nonce"]?.string?.trimmed.utf8.count ?? 0) == 24 ? row.setting("content_nonce", "!") : row
      },
      asking("E1", "the key may be any text") { input in
        guard case .object(let object) = input, let key = object["session_key"]?.string else { return input }
        return .object(object.setting("session_key", .string(key.trimmed)))
      },

      answering("E2", "every failure is that of decryption") { output, _ in
        output["error"] == nil ? output : ["error": ["code": "decrypt_failed"]]
      },
      answering("E2", "a malformed row is malformed, key or not") { output, input in
        let isMalformed = (input["rows"]?.elements ?? []).contains { row in
          row["content"] == nil && ["content_encrypted", "content_nonce"].contains { row[$0]?.string?.nonBlank == nil }
        }
        return output["error"] != nil && isMalformed ? ["error": ["code": "invalid_encrypted_row"]] : output
      },
      Deviation("E2", "a row that fails is left out of the load") { input, reference in
        reference(input.mappingElements("rows") { isReadable($0, in: input, reference) ? $0 : nil })
      },
      Deviation("E2", "the last row that fails decides") { input, reference in
        let rows = (input["rows"]?.elements ?? []).reversed().compactMap(\.object)
        let output = reference(input)
        return output["error"] == nil ? output : reference(input.replacingRows(rows))
      },
      Deviation("E2", "superseded rows need not decrypt") { input, reference in
        let output = reference(input)
        guard output["error"] != nil else { return output }
        return reference(
          input.replacingRows(
            Arrival.standing(in: Arrival.all(in: input)).sorted { $0.arrival < $1.arrival }.map(\.row)))
      },
      reading(row: "E2", "the ciphertext counts though there is plain content") { row in
        row["content_encrypted"] == nil ? row : row.removing("content")
      },

      Deviation("E3", "an update that fails fails the session") { input, reference in
        let failing = (input["updates"]?.elements ?? []).compactMap(\.object).first {
          !isReadable($0, in: input, reference)
        }
        return failing.map { reference(input.replacingRows([$0])) } ?? reference(input)
      },
      Deviation("E3", "an update that fails is counted") { input, reference in
        let updates = (input["updates"]?.elements ?? []).compactMap(\.object)
        let shown = input.mappingElements("updates") { row in
          isReadable(row, in: input, reference)
            ? row : row.setting("content", "").removing("content_encrypted", "content_nonce")
        }
        return updates.isEmpty ? reference(input) : reference(shown)
      },
      Deviation("E3", "encrypted updates are ignored") { input, reference in
        reference(input.mappingElements("updates") { $0["content"] == nil ? nil : $0 })
      },
    ]
  }

  /// Whether the row alone makes no error.
  private static func isReadable(_ row: JSONObject, in input: JSONValue, _ reference: Reference) -> Bool {
    reference(input.replacingRows([row]))["error"] == nil
  }

  private static func field(_ rule: String, _ mistake: String, _ change: @escaping @Sendable (String) -> String)
    -> Deviation
  {
    reading(row: rule, mistake) { row in
      ["content_encrypted", "content_nonce"].reduce(row) { row, key in
        row[key]?.string.map { row.setting(key, .string(change($0))) } ?? row
      }
    }
  }
}

extension String {
  fileprivate init(_ scalars: [Unicode.Scalar]) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
