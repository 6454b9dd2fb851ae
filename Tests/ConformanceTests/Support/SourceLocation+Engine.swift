import Conformance

/// The engine's, not Testing's.
typealias SourceLocation = Conformance.SourceLocation
