package import CanonicalJSON
package import SystemPackage

/// A parsed JSON file of the suite, and the diagnostics that reading it gives.
///
/// A class because one file's findings are gathered from many small readers.
package final class SourceFile {
  /// 64 MiB: no case file that a person reviews comes near it.
  package static let sizeLimit = 64 << 20

  /// Relative to the root of the suite; what diagnostics show.
  package let path: String
  package let document: JSONDocument
  package private(set) var diagnostics: [Diagnostic]
  /// How many bytes of text the written forms of one case have produced.
  var writtenBytes = 0

  package init(path: String, document: JSONDocument) {
    self.path = path
    self.document = document
    let anomalies = document.anomalies()
    diagnostics = anomalies.prefix(Self.mostAnomalies).map { anomaly in
      Diagnostic(
        anomaly.message,
        severity: anomaly.isAmbiguous ? .error : .warning,
        at: SourceLocation(file: path, position: anomaly.location)
      )
    }
    let hidden = anomalies.dropFirst(Self.mostAnomalies)
    if let next = hidden.first {
      let message =
        "\(hidden.count) more repeated keys, keys that look alike, or lone surrogate escapes"
      diagnostics.append(
        Diagnostic(
          message,
          severity: hidden.contains(where: \.isAmbiguous) ? .error : .warning,
          at: SourceLocation(file: path, position: next.location)
        )
      )
    }
  }

  /// The most findings of this kind that are reported one by one.
  private static let mostAnomalies = 100

  /// A file that is also read elsewhere, which takes what is found here.
  init(path: String, partOf document: JSONDocument) {
    self.path = path
    self.document = document
    diagnostics = []
  }

  func take(_ found: [Diagnostic]) { diagnostics += found }

  package var root: JSONNode { document.root }

  package static func load(_ path: String, under root: FilePath) throws(SourceError) -> SourceFile {
    do {
      let bytes = try FileSystem.read(root.pushing(FilePath(path)), limit: sizeLimit)
      let file = SourceFile(path: path, document: try JSONDocument(parsing: bytes))
      if FillIn.mayStand(in: bytes) { FillIn.report(in: file) }
      return file
    } catch let error as JSONSyntaxError {
      throw SourceError(error.message, at: SourceLocation(file: path, position: error.location))
    } catch {
      throw SourceError(
        (error as? FileError)?.reason ?? "\(error)",
        at: SourceLocation(file: path)
      )
    }
  }

  package func location(of node: JSONNode) -> SourceLocation {
    SourceLocation(file: path, position: node.location)
  }

  package func report(_ message: String, at node: JSONNode, notes: [String] = []) {
    take([Diagnostic(message, at: location(of: node), notes: notes)])
  }
}

/// A file that can't be read or parsed at all.
package struct SourceError: Error, Hashable, Sendable {
  package let diagnostic: Diagnostic
}

extension SourceError {
  init(_ message: String, at location: SourceLocation, notes: [String] = []) {
    self.init(diagnostic: Diagnostic(message, at: location, notes: notes))
  }
}
