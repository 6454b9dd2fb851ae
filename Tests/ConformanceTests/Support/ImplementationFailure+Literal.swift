import Conformance

extension ImplementationFailure: ExpressibleByStringInterpolation {
  public init(stringLiteral message: String) { self.init(message) }
}
