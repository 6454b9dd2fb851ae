import Conformance

// The engine's, where Testing has a type of the same name.

typealias ExitStatus = Conformance.ExitStatus
typealias SourceLocation = Conformance.SourceLocation
