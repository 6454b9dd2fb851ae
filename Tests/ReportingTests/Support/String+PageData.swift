import CanonicalJSON
import Testing

extension String {
  /// Returns the JSON in the `script` element of a page with an id, which may be packed.
  func data(_ id: String) throws -> JSONValue {
    let start = try #require(firstRange(of: #"id="\#(id)">"#)).upperBound
    let end = try #require(self[start...].firstRange(of: "</script>")).lowerBound
    return try JSONDocument(parsing: Array(String(self[start..<end]).unpacked.utf8)).root.value
  }

  /// The original of a text that is packed as `PackedText` describes it.
  var unpacked: String {
    get throws {
      let pieces = utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      var bytes = Array(pieces[0])

      for piece in pieces.dropFirst() {
        let end = try #require(piece.firstIndex(of: UInt8(ascii: ";")))
        let numbers = Substring(piece[..<end]).split(separator: ",").compactMap { Int($0) }
        try #require(numbers.count == 2)
        for offset in 0..<numbers[1] { bytes.append(bytes[numbers[0] + offset]) }
        bytes += piece[piece.index(after: end)...]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
