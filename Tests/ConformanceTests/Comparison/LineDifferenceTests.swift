import CanonicalJSON
import Conformance
import Foundation
import SystemPackage
import TestSuites
import Testing

struct LineDifferenceTests {
  @Test(arguments: [
    ("a\nb\n", "a\nb\n", ""),
    ("", "", ""),
    ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
    ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
    ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
    ("a\r\n", "a\n", "@@ -1 +1 @@\n-a\r\n+a\n"),
    // A letter and a combining mark aren't the letter that looks the same.
    ("\u{E9}\n", "e\u{301}\n", "@@ -1 +1 @@\n-\u{E9}\n+e\u{301}\n"),
    ("a\nb\nb\nc\n", "a\nb\nc\n", "@@ -1,4 +1,3 @@\n a\n b\n-b\n c\n"),
    (
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "one\n2\n3\n4\n5\n6\n7\n8\nnine",
      """
      @@ -1,4 +1,4 @@
      -1
      +one
       2
       3
       4
      @@ -6,4 +6,4 @@
       6
       7
       8
      -9
      +nine
      \\ No newline at end of file

      """
    ),
  ])
  func `texts that differ are shown as a unified diff`(
    expected: String,
    actual: String,
    unified: String
  ) {
    let difference = LineDifference(expected: expected, actual: actual)
    #expect(Array(difference.unifiedText.utf8) == Array(unified.utf8))
    #expect(LineDifference(unifiedText: unified) == difference)
  }

  @Test(arguments: [
    "a", "@@ -1 +1 @@", "@@ -1 +1 @@\n-a\n", "@@ -1 +1 @@\n-a\n+b", "@@ -1 +1 @@\n-a\n-b\n",
    "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n", "@@ -0 +1 @@\n-a\n+b\n", "@@ -1 +1 @@\n-a\n+b\n+c\n",
  ])
  func `a text in another form isn't read as a diff`(text: String) {
    #expect(LineDifference(unifiedText: text) == nil)
  }

  @Test func `the fewest lines change, whatever the texts have in common`() {
    var generator = SplitMix64(seed: 7, name: "lines")
    for _ in 0..<400 {
      let (expected, actual) = Self.texts(using: &generator)
      let difference = LineDifference(expected: expected, actual: actual)
      let (first, second) = (Self.lines(of: expected), Self.lines(of: actual))
      let fewest = first.count + second.count - 2 * Self.mostShared(first, second)
      #expect(difference.changedCount == fewest)
      #expect(LineDifference(unifiedText: difference.unifiedText) == difference)
    }
  }

  @Test func `long texts that are nearly equal are compared as fast as they are read`() {
    let lines = (0..<200_000).map { "line \($0)\n" }
    var changed = lines
    changed[100_000] = "another line\n"
    changed.insert("new\n", at: 150_000)
    let difference = LineDifference(expected: lines.joined(), actual: changed.joined())
    #expect(difference.hunks.map(\.expectedOffset) == [99_997, 149_997])
    #expect(difference.changedCount == 3)
  }

  @Test func `long texts that have little in common are compared too`() {
    var generator = SplitMix64(seed: 3, name: "different")
    func text(_ name: String) -> String {
      (0..<20_000).map { index in
        index.isMultiple(of: 100)
          ? "shared \(index)\n" : "\(name) \(Int.random(in: 0..<50, using: &generator))\n"
      }.joined()
    }
    let (expected, actual) = (text("old or new"), text("old or new"))
    let difference = LineDifference(expected: expected, actual: actual)
    #expect(difference.changedCount < 39_600, "the shared lines are found")
    #expect(Self.applied(difference, to: expected).hasSameBytes(as: actual))
  }

  @Test func `only the lines that fit are kept, with the number of the others`() throws {
    let expected = (0..<100).map { "\($0)\n" }.joined()
    let difference = LineDifference(expected: expected, actual: "")
    let beginning = try #require(difference.beginning(bytes: 30))
    #expect(beginning.changedCount == 100)
    #expect(beginning.hiddenCount == 87)
    #expect(beginning.beginning(bytes: 30) == beginning)
    let back = LineDifference(unifiedText: beginning.unifiedText, hiddenCount: 87)
    #expect(back == beginning)

    #expect(difference.beginning(bytes: 1) == nil)
    #expect(LineDifference(hunks: []).beginning(bytes: 0) == LineDifference(hunks: []))
    #expect(difference.kept == difference)
  }

  #if os(Linux)
    @Test func `patch makes the actual text from the expected one and the diff`() throws {
      let folder = ScratchFolder()
      try folder.createFolder()
      var generator = SplitMix64(seed: 11, name: "patch")
      for number in 0..<150 {
        let (expected, actual) = Self.texts(using: &generator)
        let difference = LineDifference(expected: expected, actual: actual)
        guard !difference.hunks.isEmpty else { continue }
        try folder.write(expected, to: "text")
        try folder.write("--- text\n+++ text\n" + difference.unifiedText, to: "diff")
        // Without --binary, patch may remove carriage returns.
        let run = try Self.run("patch --binary --quiet --force text diff", in: folder)
        #expect(run.status == 0, "\(number)")
        let text = try folder.text("text") ?? ""
        #expect(text.hasSameBytes(as: actual), "\(number)")
      }
    }

    @Test func `diff prints the same`() throws {
      let folder = ScratchFolder()
      try folder.createFolder()
      var generator = SplitMix64(seed: 13, name: "diff")
      var same = 0
      let count = 150
      for number in 0..<count {
        let (expected, actual) = Self.texts(using: &generator)
        let difference = LineDifference(expected: expected, actual: actual)
        try folder.write(expected, to: "expected")
        try folder.write(actual, to: "actual")
        let run = try Self.run("diff --minimal --text -u expected actual", in: folder)
        // The first two lines name the files.
        let lines = run.output.split(
          separator: UInt8(ascii: "\n"),
          omittingEmptySubsequences: false
        )
        let theirs = Array(lines.dropFirst(2).joined(separator: [UInt8(ascii: "\n")]))
        if theirs == Array(difference.unifiedText.utf8) {
          same += 1
        } else {
          // There is more than one shortest difference. Both must be as short.
          let read = LineDifference(unifiedText: String(decoding: theirs, as: UTF8.self))
          #expect(read?.changedCount == difference.changedCount, "\(number)")
        }
      }
      #expect(same * 10 >= count * 7, "\(same) of \(count)")
    }
  #endif

  // MARK: - Texts

  /// Returns two texts of a few different lines, of which the second is mostly an edited copy of
  /// the first.
  private static func texts(using generator: inout SplitMix64) -> (String, String) {
    let words = ["a", "b", "", "c\r", "{", "}", "caf\u{E9}", "cafe\u{301}", "- x", "+ y", "\\ z"]
    func word() -> String { words.randomElement(using: &generator) ?? "" }
    func ended(_ lines: [String]) -> String {
      let text = lines.map { $0 + "\n" }.joined()
      return Bool.random(using: &generator) ? text : String(text.unicodeScalars.dropLast())
    }

    var lines = (0..<Int.random(in: 0..<30, using: &generator)).map { _ in word() }
    let hasLongParts = Int.random(in: 0..<4, using: &generator) == 0
    if hasLongParts { lines += (0..<50).map { "line \($0)" } }
    let first = ended(lines)
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      let index = Int.random(in: 0...lines.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: lines.insert(word(), at: index)
      case 1 where index < lines.count: lines.remove(at: index)
      case _ where index < lines.count: lines[index] = word()
      default: break
      }
    }
    return (first, ended(lines))
  }

  private static func lines(of text: String) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in text.utf8 {
      lines[lines.count - 1].append(byte)
      if byte == UInt8(ascii: "\n") { lines.append([]) }
    }
    return lines.filter { !$0.isEmpty }
  }

  /// Returns the length of a longest common subsequence, computed without any shortcut.
  private static func mostShared(_ first: [[UInt8]], _ second: [[UInt8]]) -> Int {
    var lengths = Array(repeating: 0, count: second.count + 1)
    for line in first {
      var diagonal = 0
      for (index, other) in second.enumerated() {
        let above = lengths[index + 1]
        lengths[index + 1] = line == other ? diagonal + 1 : max(above, lengths[index])
        diagonal = above
      }
    }
    return lengths[second.count]
  }

  private static func applied(_ difference: LineDifference, to text: String) -> String {
    let lines = lines(of: text)
    var result: [UInt8] = []
    var next = 0
    for hunk in difference.hunks {
      result += lines[next..<hunk.expectedOffset].joined()
      next = hunk.expectedOffset + hunk.expectedCount
      for line in hunk.lines where line.side != .expected {
        result += Array(line.text.text.utf8) + (line.hasLineFeed ? [UInt8(ascii: "\n")] : [])
      }
    }
    result += lines[next...].joined()
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: - Programs

  private static func run(
    _ command: String,
    in folder: ScratchFolder
  ) throws -> (status: Int32, output: [UInt8]) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(filePath: folder.root.string)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = Array(try pipe.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
