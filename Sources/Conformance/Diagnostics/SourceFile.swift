package import CanonicalJSON
package import SystemPackage

/// A parsed JSON file of a suite, with the diagnostics found in it.
///
/// It is a class because many small readers add diagnostics to the same file.
package final class SourceFile {
  /// The largest size of a file that Parity reads: 64 MiB. No case file that a person reviews is
  /// nearly as large.
  package static let sizeLimit = 64 << 20

  /// The path of the file, relative to the root of the suite, as diagnostics show it.
  package let path: String
  package let document: JSONDocument
  package private(set) var diagnostics: [Diagnostic]
  /// The text files that written forms in the file name.
  let texts: TextFiles
  /// The number of bytes of text that the written forms of one case have produced.
  var writtenBytes = 0

  /// Creates a file and reports the anomalies of its document: ambiguous ones as errors, others as
  /// warnings.
  ///
  /// - Parameters:
  ///   - path: The path of the file, relative to `root`.
  ///   - root: The folder that `path` is relative to. Written forms name text files in the folder of
  ///     the file.
  package init(path: String, document: JSONDocument, under root: FilePath = ".") {
    self.path = path
    self.document = document
    texts = TextFiles(nextTo: path, under: root)

    let anomalies = document.anomalies()
    diagnostics = anomalies.prefix(Self.anomalyLimit).map { anomaly in
      Diagnostic(
        anomaly.message,
        severity: anomaly.isAmbiguous ? .error : .warning,
        at: SourceLocation(file: path, position: anomaly.location)
      )
    }

    let hidden = anomalies.dropFirst(Self.anomalyLimit)
    if let next = hidden.first {
      let verb = hidden.count == 1 ? "isn't" : "aren't"
      let message = """
        \(counted(hidden.count, "more problem")) of these kinds \(verb) \
        shown: duplicate keys, keys that look alike, and unpaired surrogate escapes
        """
      diagnostics.append(
        Diagnostic(
          message,
          severity: hidden.contains(where: \.isAmbiguous) ? .error : .warning,
          at: SourceLocation(file: path, position: next.location)
        )
      )
    }
  }

  /// The largest number of anomalies that are reported individually. The others are summarized.
  private static let anomalyLimit = 100

  /// Creates a file for a document that another `SourceFile` has too. The other one reports the
  /// document's anomalies and takes the diagnostics found here.
  ///
  /// - Parameter texts: The text files of the other one.
  init(path: String, partOf document: JSONDocument, _ texts: TextFiles) {
    self.path = path
    self.document = document
    self.texts = texts
    diagnostics = []
  }

  /// Adds diagnostics to the file.
  func take(_ found: [Diagnostic]) { diagnostics += found }

  /// The outermost value of the document.
  package var root: JSONNode { document.root }

  /// Reads and parses a file, and reports texts in it that are still to be filled in.
  ///
  /// - Throws: A `SourceError` if the file can't be read, is larger than `sizeLimit`, or isn't
  ///   JSON.
  package static func load(_ path: String, under root: FilePath) throws(SourceError) -> SourceFile {
    do {
      let bytes = try FileSystem.read(root.pushing(FilePath(path)), limit: sizeLimit)
      let file = SourceFile(path: path, document: try JSONDocument(parsing: bytes), under: root)

      if Placeholder.mayContainMark(in: bytes) { Placeholder.report(in: file) }

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

  /// Returns the location of the first byte of a node.
  package func location(of node: JSONNode) -> SourceLocation {
    SourceLocation(file: path, position: node.location)
  }

  /// Adds an error at the position of a node.
  package func report(_ message: String, at node: JSONNode, notes: [String] = []) {
    take([Diagnostic(message, at: location(of: node), notes: notes)])
  }
}

/// The diagnostic for a file that can't be read or parsed at all.
package struct SourceError: Error, Hashable, Sendable {
  package let diagnostic: Diagnostic
}

extension SourceError {
  init(_ message: String, at location: SourceLocation, notes: [String] = []) {
    self.init(diagnostic: Diagnostic(message, at: location, notes: notes))
  }
}
