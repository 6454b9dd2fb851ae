package import CanonicalJSON

extension JSONPointer {
  package static func to(_ tokens: String...) -> JSONPointer {
    JSONPointer(tokens: tokens)
  }
}
