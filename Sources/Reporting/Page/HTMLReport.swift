internal import CanonicalJSON
package import Conformance
internal import Cryptography
internal import Foundation

/// A run as a single self-contained page that needs no network and no other file.
///
/// The page contains the JSON report as data, split so that the browser parses only what it shows
/// (`PageData`). The script creates elements and text nodes from the data, never markup. The page's
/// content security policy allows only this script and no network requests.
package struct HTMLReport: Sendable {
  /// The page. Equal runs always produce equal text.
  package let text: String

  package init(_ report: RunRecord) {
    let policy = [
      "default-src 'none'", "script-src '\(Self.script.contentHash)'",
      "style-src '\(Self.style.contentHash)'", "base-uri 'none'", "form-action 'none'",
      "require-trusted-types-for 'script'",
    ]
    let data = PageData(report)
    let counts = CaseCounts(report.results)
    let title = "Parity: \(figure(counts.passed)) of \(counts.checkedText) passed"
    text = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy.joined(separator: "; "))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <noscript>\(title). The full report needs JavaScript.</noscript>
      <script type="application/json" id="report">\(data.index.scriptSafeText)</script>
      \(data.parts.map { "<script type=\"application/json\" id=\"\($0.id)\">\($0.cases.scriptSafeText)</script>\n" }.joined())\
      <script>\(Self.script)</script>
      </body>
      </html>

      """
  }

  /// The script: the files next to this one, concatenated. Text of cases only becomes text nodes.
  /// The script doesn't use `innerHTML` or similar properties, which the page's policy would block.
  private static let script: String = {
    let parts = [
      PackageResources.model_js,
      PackageResources.matrix_js,
      PackageResources.json_js,
      PackageResources.details_js,
      PackageResources.views_js,
      PackageResources.summary_js,
      PackageResources.start_js,
    ]
    return "\n'use strict';\n{\n"
      + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") + "}\n"
  }()
  private static let style = "\n" + String(decoding: PackageResources.page_css, as: UTF8.self)
}

extension JSONValue {
  /// The value as JSON that is safe to embed in a `script` element: it can't end the element and
  /// contains only data.
  ///
  /// The escaped characters occur only in strings, where JSON gives the escape the same meaning.
  fileprivate var scriptSafeText: String {
    printableJSON(canonicalText()).replacing { scalar in
      switch scalar {
      // In some CI logs `##` starts a command, and the page may be printed to a log.
      case "<", ">", "&", "#", "\u{2028}", "\u{2029}": scalar.escapedInJSON
      default: nil
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
