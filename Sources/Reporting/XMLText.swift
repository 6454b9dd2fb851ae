internal import CanonicalJSON
internal import Conformance

/// Returns a text escaped for XML, in an element or an attribute, without a command for a CI
/// engine.
///
/// - Parameter text: A printable text, so XML 1.0 allows every scalar.
func xmlEscaped(_ text: String) -> String {
  let entities: [Unicode.Scalar: String] = [
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    "\"": "&quot;",
    "'": "&apos;",
  ]
  return text.replacing { entities[$0] }.withoutLogCommands { "&#\($0.value);" }
}
