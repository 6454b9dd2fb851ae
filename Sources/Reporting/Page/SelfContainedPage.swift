internal import CanonicalJSON
internal import Conformance
internal import Cryptography
internal import Foundation

/// An HTML page that needs no network and no other file: data, scripts and style sheets are in it.
///
/// The data is JSON, from which the scripts create elements and text nodes, never markup. The
/// page's content security policy allows only these scripts and style sheets and no network
/// requests.
struct SelfContainedPage: Sendable {
  /// Data that the scripts read, in a `script` element with an id.
  struct DataElement: Sendable {
    /// The id: letters, digits and hyphens.
    let id: String
    let value: JSONValue
    /// Whether the element has the JSON as a `PackedText`. It is for a large value whose parts
    /// repeat.
    var isPacked = false
  }

  /// The page. Equal contents always produce equal text.
  let text: String

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - title: The title, as text.
  ///   - data: The data elements, in the order in which they are on the page.
  ///   - scripts: The scripts, which become one script in strict mode.
  ///   - styles: The style sheets, which become one style sheet.
  ///   - noScript: The text that a browser shows if it doesn't run scripts.
  init(
    title: String,
    data: [DataElement],
    scripts: [String],
    styles: [String],
    noScript: String
  ) {
    let script = "\n'use strict';\n{\n\(scripts.joined(separator: "\n"))}\n"
    let style = "\n\(styles.joined(separator: "\n"))"

    let policy = [
      "default-src 'none'", "script-src '\(script.contentHash)'",
      "style-src '\(style.contentHash)'", "base-uri 'none'", "form-action 'none'",
      "require-trusted-types-for 'script'",
    ]

    let elements = data.map { element in
      let json = element.value.scriptSafeText
      let text = element.isPacked ? PackedText(json).text : json
      let type = element.isPacked ? "text/plain" : "application/json"
      return "<script type=\"\(type)\" id=\"\(element.id)\">\(text)</script>\n"
    }

    text = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy.joined(separator: "; "))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(xmlEscaped(printable(title)))</title>
      <style>\(style)</style>
      </head>
      <body>
      <noscript>\(xmlEscaped(printable(noScript)))</noscript>
      \(elements.joined())\
      <script>\(script)</script>
      </body>
      </html>

      """
  }
}

extension JSONValue {
  /// The value as JSON that is safe to embed in a `script` element: it can't end the element,
  /// contains only data, and has no invisible characters.
  ///
  /// The escaped characters occur only in strings, where JSON gives the escape the same meaning.
  fileprivate var scriptSafeText: String {
    canonicalText().replacing { scalar in
      switch scalar {
      // In some CI logs `##` starts a command, and the page may be printed to a log.
      case "<", ">", "&", "#": scalar.escapedInJSON
      default: scalar.isPrintable ? nil : scalar.escapedInJSON
      }
    }
  }
}

extension String {
  /// The hash that identifies an inline script or style in a content security policy: `sha256-…` in
  /// base64.
  fileprivate var contentHash: String {
    "sha256-" + Data(sha256(Array(utf8))).base64EncodedString()
  }
}
