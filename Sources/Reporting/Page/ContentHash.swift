internal import Cryptography
internal import Foundation

extension String {
  /// The hash by which a content security policy knows an inline script or style: `sha256-…` in base64.
  var contentHash: String { "sha256-" + Data(sha256(Array(utf8))).base64EncodedString() }
}
