internal import Cryptography

extension String {
  /// The hash by which a content security policy knows an inline script or style: `sha256-…` in base64.
  var contentHash: String { "sha256-" + sha256(Array(utf8)).base64 }
}

extension [UInt8] {
  /// RFC 4648, section 4.
  fileprivate var base64: String {
    let digits = Array<UInt8>("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | (start + $1 < count ? Int(self[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
