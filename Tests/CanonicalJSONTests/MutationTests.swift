import CanonicalJSON
import TestRandomness
import Testing

struct MutationTests {
  /// Bytes that are significant in the grammar, and bytes that break UTF-8.
  private static let alphabet =
    Array("{}[]:,\"\\u00ed89b/ntrfalse-+.eE10 \n\t".utf8) + [
      0x00, 0x1F, 0x80, 0xC3, 0xED, 0xF0, 0xFF,
    ]

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `no change of bytes makes the reader crash or contradict itself`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var bytes = random.value(levels: 4).canonicalUTF8(
        Bool.random(using: &random) ? .compact : .indented
      )
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        mutate(&bytes, with: &random)
      }
      do throws(JSONSyntaxError) {
        let document = try JSONDocument(parsing: bytes)
        let value = document.root.value
        _ = document.anomalies()
        #expect(
          (try? JSONDocument(parsing: value.canonicalUTF8()))?.root.value == value,
          "what is read can be written"
        )
      } catch {
        #expect(0...bytes.count ~= error.offset, "the error is within the text")
        #expect(!error.message.isEmpty)
      }
    }
  }

  private func mutate(_ bytes: inout [UInt8], with random: inout SeededGenerator) {
    let index = Int.random(in: 0...bytes.count, using: &random)
    let byte = Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &random)]
    switch Int.random(in: 0...3, using: &random) {
    case 0: bytes.insert(byte, at: index)
    case 1 where index < bytes.count: bytes[index] = byte
    case 2 where index < bytes.count: bytes.remove(at: index)
    default: bytes.removeSubrange(index...)
    }
  }
}
