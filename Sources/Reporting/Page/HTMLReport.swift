internal import CanonicalJSON
internal import Conformance
internal import Cryptography
internal import Foundation

/// A run as one page that needs nothing but itself: no network, no other file.
///
/// The JSON report is data in it, cut so that a browser reads at once only what it shows
/// (`PageData`); its script makes elements and texts of them, and never markup. Its policy lets a
/// browser run that script and no other, and fetch nothing.
package struct HTMLReport: Sendable {
  /// The page; the same run always gives the same text.
  package let text: String

  package init(_ report: Report) {
    let policy = [
      "default-src 'none'", "script-src '\(Self.script.contentHash)'",
      "style-src '\(Self.style.contentHash)'", "base-uri 'none'", "form-action 'none'",
      "require-trusted-types-for 'script'",
    ]
    let data = PageData(report)
    let counts = report.counts
    let title = "Parity: \(counts.passed) of \(counted(counts.judged, "case")) passed"
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
      <noscript>\(title). The page shows the rest with its script, which this browser does not run.</noscript>
      <script type="application/json" id="report">\(data.index.scriptSafeText)</script>
      \(data.parts.map { "<script type=\"application/json\" id=\"\($0.id)\">\($0.cases.scriptSafeText)</script>\n" }.joined())\
      <script>\(Self.script)</script>
      </body>
      </html>

      """
  }

  /// The files beside this one, one after the other. Text of cases only ever becomes text nodes:
  /// nothing is made by `innerHTML` and its like, which the page's policy would refuse.
  private static let script: String = {
    let parts = [
      PackageResources.model_js, PackageResources.matrix_js, PackageResources.details_js,
      PackageResources.views_js,
      PackageResources.start_js,
    ]
    return "\n'use strict';\n{\n"
      + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") + "}\n"
  }()
  private static let style = "\n" + String(decoding: PackageResources.page_css, as: UTF8.self)
}

extension JSONValue {
  /// The value as JSON that neither ends the element `script` around it nor is anything but data in
  /// it.
  ///
  /// What is escaped can only stand in strings, where JSON gives it the same meaning.
  fileprivate var scriptSafeText: String {
    printableJSON(canonicalText()).replacing { scalar in
      switch scalar {
      // Two `#` begin a command in some logs, where the page may be printed.
      case "<", ">", "&", "#", "\u{2028}", "\u{2029}": scalar.escapedInJSON
      default: nil
      }
    }
  }
}

extension String {
  /// The hash by which a content security policy knows an inline script or style: `sha256-…` in
  /// base64.
  fileprivate var contentHash: String {
    "sha256-" + Data(sha256(Array(utf8))).base64EncodedString()
  }
}
