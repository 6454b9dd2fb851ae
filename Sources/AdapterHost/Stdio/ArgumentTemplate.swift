internal import CanonicalJSON
internal import Conformance

/// An argument of a command in which places in braces are replaced by parts of the input.
///
/// `{/path}` is replaced by the part at a JSON Pointer, `{}` by the whole input, and `{operation}`
/// by the name of the operation. Other braces are ordinary characters. A string is inserted as its
/// text, and any other value as JSON.
struct ArgumentTemplate: Sendable {
  /// A part of the argument: text to keep, or a place to replace.
  private enum Piece: Hashable, Sendable {
    case text(String)
    case input(JSONPointer)
    case operation
  }

  private let pieces: [Piece]

  /// Creates a template from an argument of a command.
  init(_ argument: String) {
    var pieces: [Piece] = []
    var text = ""
    var rest = argument[...]

    while let start = rest.firstIndex(of: "{") {
      text += rest[..<start]

      let end = rest[start...].firstIndex(of: "}")
      guard let end, let piece = Self.piece(named: rest[rest.index(after: start)..<end]) else {
        text += "{"
        rest = rest[rest.index(after: start)...]
        continue
      }

      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(piece)
      rest = rest[rest.index(after: end)...]
    }

    text += rest
    self.pieces = text.isEmpty && !pieces.isEmpty ? pieces : pieces + [.text(text)]
  }

  /// Returns the place with a name between braces, or `nil` if the braces are ordinary text.
  private static func piece(named name: Substring) -> Piece? {
    if name == "operation" { return .operation }
    guard name.isEmpty || name.hasPrefix("/") else { return nil }
    return (try? JSONPointer(String(name))).map { .input($0) }
  }

  /// Whether the argument depends on the input.
  var usesInput: Bool {
    pieces.contains { piece in
      if case .input = piece {
        true
      } else {
        false
      }
    }
  }

  /// Returns the arguments for a request.
  ///
  /// If the argument is a single place, a missing or null value leaves it out, and an array is one
  /// argument for each element. In the middle of an argument, a missing value is an empty text.
  func arguments(for request: Request) -> [String] {
    if pieces.count == 1, case .input(let pointer) = pieces[0] {
      switch request.input[pointer] {
      case nil, .null?: return []
      case .array(let elements)?: return elements.map(\.argumentText)
      case let value?: return [value.argumentText]
      }
    }

    let texts = pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .operation: request.operation.name
      case .input(let pointer): request.input[pointer]?.argumentText ?? ""
      }
    }
    return [texts.joined()]
  }
}

extension JSONValue {
  /// The value as a program gets it outside of JSON.
  var argumentText: String { string ?? writtenText() }
}
