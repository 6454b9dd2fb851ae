import Conformance

// Testing has types of the same names. These tests mean the engine's.

typealias ExitStatus = Conformance.ExitStatus
typealias SourceLocation = Conformance.SourceLocation
