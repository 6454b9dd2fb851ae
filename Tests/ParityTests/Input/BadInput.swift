import Foundation
import Testing

/// A mistake in a file of the sample, and where it is reported.
struct BadInput: CustomTestStringConvertible, Sendable {
  /// The mistake, which is also the name of its message among the recorded ones.
  let testDescription: String
  /// The location of the error that each command must report, with the category.
  let place: String
  let spoil: @Sendable (TemporarySuite) throws -> Void

  init(
    _ description: String,
    _ place: String,
    spoil: @escaping @Sendable (TemporarySuite) throws -> Void
  ) {
    testDescription = description
    self.place = place
    self.spoil = spoil
  }
}

extension BadInput {
  static let ofCaseFiles = [
    BadInput("an unknown key", "\(Sample.messages):9:9: error: ") {
      try $0.replace("\"roles\": [\"user\"]", with: "\"role\": [\"user\"]", in: Sample.messages)
    },
    BadInput("a wrong type", "\(Sample.messages):8:23: error: ") {
      try $0.replace("\"entryCount\": 1", with: "\"entryCount\": \"1\"", in: Sample.messages)
    },
    BadInput("an array for an object", "\(Sample.messages):1:1: error: ") {
      try $0.write("[]", to: Sample.messages)
    },
    BadInput("an id that leaves the folder", "\(Sample.messages):4:13: error: ") {
      try $0.replace("\"greeting\"", with: "\"../x\"", in: Sample.messages)
      try $0.replace("\"greeting\"", with: "\"../x\"", in: Sample.matrix)
    },
    BadInput("a key that is there twice", "\(Sample.messages):5:7: error: ") {
      try $0.replace("\"description\"", with: "\"id\"", in: Sample.messages)
    },
    BadInput("a file that ends early", "\(Sample.messages):") {
      try $0.write(String(try $0.text(of: Sample.messages).prefix(300)), to: Sample.messages)
    },
    BadInput("an empty file", "\(Sample.messages):1:1: error: ") {
      try $0.write("", to: Sample.messages)
    },
    BadInput("UTF-16", "\(Sample.messages):1:1: error: ") {
      try $0.write(
        Data([0xFF, 0xFE])
          + (try $0.text(of: Sample.messages).data(using: .utf16LittleEndian) ?? Data()),
        to: Sample.messages
      )
    },
    BadInput("bytes that are no UTF-8", "\(Sample.messages):") {
      var data = try Data(contentsOf: $0.url(Sample.messages))
      data.replaceSubrange(data.firstRange(of: Data("hello".utf8)) ?? 0..<0, with: [0xC3, 0x28])
      try $0.write(data, to: Sample.messages)
    },
    BadInput("a file of 200 MB", "\(Sample.messages): error: ") {
      let file = try FileHandle(forWritingTo: $0.url(Sample.messages))
      try file.truncate(atOffset: 200_000_000)
      try file.close()
    },
    BadInput("100,000 brackets", "\(Sample.messages):1:") {
      try $0.write(String(repeating: "[", count: 100_000), to: Sample.messages)
    },
    BadInput("a folder for a file", "\(Sample.messages): error: ") {
      try $0.remove(Sample.messages)
      try $0.write("", to: "\(Sample.messages)/file")
    },
    BadInput("a case file that is missing", "\(Sample.matrix):11:17: error: ") {
      try $0.remove(Sample.messages)
    },
  ]

  static let ofMatrixAndLock = [
    BadInput("a matrix that is missing", "\(TemporarySuite.lock):1:1: error: ") {
      try $0.addSecondContract()
      try $0.remove(Sample.matrix)
    },
    BadInput("a matrix of garbage", "\(Sample.matrix):1:1: error: ") {
      try $0.write("garbage", to: Sample.matrix)
    },
    BadInput("a version that is none", "\(Sample.matrix):3:14: error: ") {
      try $0.replace("\"1.0.0\"", with: "\"1.0\"", in: Sample.matrix)
    },
    BadInput("a level that is none", "\(Sample.matrix):6:59: error: ") {
      try $0.replace(
        "shown.\", \"level\": \"must\"",
        with: "shown.\", \"level\": \"most\"",
        in: Sample.matrix
      )
    },
    BadInput("a case file elsewhere", "\(Sample.matrix):11:17: error: ") {
      try $0.replace("\"messages.json\"", with: "\"../messages.json\"", in: Sample.matrix)
    },
    BadInput("a lock of garbage", "\(TemporarySuite.lock):1:1: error: ") {
      try $0.write("garbage\n", to: TemporarySuite.lock)
    },
    BadInput("a lock with a conflict", "\(TemporarySuite.lock):5:1: error: ") {
      try $0.write(try $0.text(of: TemporarySuite.lock) + "<<<<<<< HEAD\n", to: TemporarySuite.lock)
    },
    BadInput("a lock of bytes that are no text", "\(TemporarySuite.lock):1:1: error: ") {
      try $0.write(Data([0xFF, 0x00, 0x80]), to: TemporarySuite.lock)
    },
  ]

  static let betweenCases = [
    BadInput("an id that is there twice", "\(Sample.messages):13:5: error: ") {
      try $0.replace("\"id\": \"answer\"", with: "\"id\": \"greeting\"", in: Sample.messages)
    },
    BadInput("an id that is in two files", "\(Sample.results):3:5: error: ") {
      try $0.replace("\"success_hidden\"", with: "\"answer\"", in: Sample.results)
    },
  ]
}
