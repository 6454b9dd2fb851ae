internal import CanonicalJSON
internal import Foundation
internal import SessionTimeline

/// The bytes of a stream in the pieces in which they come.
struct StreamChunks {
  let chunks: [[UInt8]]

  /// Nil where `input` is not what the loader lets through.
  init?(_ input: JSONValue) {
    let read: (JSONValue) -> [UInt8]?
    let elements: [JSONValue]?
    if let texts = input["chunks"]?.elements {
      elements = texts
      read = { $0.string.map { Array($0.utf8) } }
    } else {
      elements = input["chunksBase64"]?.elements
      read = { $0.string.flatMap(Self.bytes(ofBase64:)) }
    }
    guard let elements else { return nil }
    chunks = elements.compactMap(read)
    if chunks.count != elements.count { return nil }
  }

  /// The bytes of a step `receive`, whole or in pieces; nil where it is not what the loader lets through.
  init?(received argument: JSONValue) {
    switch (argument["text"], argument["base64"]) {
    case (let text?, nil): self.init(["chunks": [text]])
    case (nil, let encoded?): self.init(["chunksBase64": [encoded]])
    default: self.init(argument)
    }
  }

  /// Strict, as RFC 4648 has it in section 4; nil for any other text.
  static func bytes(ofBase64 text: String) -> [UInt8]? { [UInt8](base64: Array(text.utf8)) }

  /// The input that has these pieces; text where each of them is text by itself.
  static func input(of pieces: [[UInt8]]) -> JSONValue {
    let texts = pieces.compactMap { String(validating: $0, as: UTF8.self) }
    if texts.count == pieces.count { return ["chunks": .array(texts.map(JSONValue.string))] }
    return ["chunksBase64": .array(pieces.map { .string(Data($0).base64EncodedString()) })]
  }
}
