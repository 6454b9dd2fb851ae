internal import CanonicalJSON

// P9
extension PayloadReading {
  init(result payload: Payload) {
    let result = payload.object
    let subtype = result["subtype"]?.string
    let isError = result["is_error"]?.bool == true || subtype?.utf8.starts(with: "error".utf8) == true
    self.init(
      rule: .p9, role: .system, blocks: isError ? [.error(Self.errorMessage(of: result))] : [], orHidden: .success)
  }

  private static func errorMessage(of result: JSONNode) -> String {
    result["result"]?.string?.trimmedNonBlank
      ?? result["error"]?.string?.trimmedNonBlank
      ?? result["error"]?["message"]?.string?.trimmedNonBlank
      ?? result["message"]?.string?.trimmedNonBlank
      ?? result["errors"]?.elements.compactMap { $0.string?.trimmedNonBlank }.joined(separator: "\n").nonBlank
      ?? result["subtype"]?.string?.trimmedNonBlank
      ?? "Unknown error"
  }
}
