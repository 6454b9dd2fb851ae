package import CanonicalJSON
package import Conformance
internal import Foundation
internal import SessionDetail

/// The bytes of a stream, in the pieces in which they arrive.
package struct StreamChunks: Sendable {
  let chunks: [[UInt8]]

  /// The members that may contain the bytes. A step has exactly one of them.
  static let forms = ["text", "base64", "chunks", "chunksBase64"]

  /// Reads the input of the operation `parse`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  package init(_ input: JSONValue) throws(InputRefusal) {
    let forms = ["chunks", "chunksBase64"]
    try self.init(try InputValue(input).object(forms), forms)
  }

  /// Reads the bytes from the only member that is present.
  ///
  /// - Parameters:
  ///   - value: The object with the member.
  ///   - forms: The members that are allowed.
  /// - Throws: `InputRefusal` if none or several of the members are present, or if the member is
  ///   invalid.
  init(_ value: InputValue, _ forms: [String]) throws(InputRefusal) {
    let given = forms.filter { value[$0] != nil }
    guard given.count == 1, let form = given.first else {
      throw value.refusal(
        "must have exactly one of these members: "
          + forms.map { "'\($0)'" }.joined(separator: ", ")
      )
    }

    chunks =
      switch form {
      case "text": [try Self.text(try value.required(form))]
      case "base64": [try Self.base64(try value.required(form))]
      case "chunks": try value.list(form, Self.text)
      default: try value.list(form, Self.base64)
      }
  }

  /// Returns the UTF-8 bytes of a string.
  private static func text(_ value: InputValue) throws(InputRefusal) -> [UInt8] {
    Array(try value.text().utf8)
  }

  /// Decodes strict base64 (RFC 4648 section 4).
  private static func base64(_ value: InputValue) throws(InputRefusal) -> [UInt8] {
    guard let bytes = value.value.string.flatMap({ [UInt8](base64: Array($0.utf8)) }) else {
      throw value.refusal("must be a base64 string with padding, such as \"aGk=\"")
    }
    return bytes
  }

  /// Returns an input with these pieces, as text if each piece is valid UTF-8, otherwise as base64.
  static func input(of pieces: [ArraySlice<UInt8>]) -> JSONValue {
    let texts = pieces.compactMap { String(validating: $0, as: UTF8.self) }
    if texts.count == pieces.count { return ["chunks": .array(texts.map(JSONValue.string))] }
    return ["chunksBase64": .array(pieces.map { .string(Data($0).base64EncodedString()) })]
  }
}
