import CanonicalJSON

extension JSONPointer {
  static func to(_ tokens: String...) -> JSONPointer {
    JSONPointer(tokens: tokens)
  }
}
