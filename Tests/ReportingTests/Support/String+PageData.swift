import CanonicalJSON
import Testing

extension String {
  /// Returns the JSON in the `script` element of a page with an id.
  func data(_ id: String) throws -> JSONValue {
    let start = try #require(firstRange(of: #"id="\#(id)">"#)).upperBound
    let end = try #require(self[start...].firstRange(of: "</script>")).lowerBound
    return try JSONDocument(parsing: Array(self[start..<end].utf8)).root.value
  }
}
