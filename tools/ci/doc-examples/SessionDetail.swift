// Set-up of the examples in doc comments. tools/ci/check-documentation.py compiles it with each.

import ConformanceTesting
import Foundation
import SessionDetail
import Testing

/// The list of SwiftUI, which isn't on every platform. Its values identify themselves.
struct ForEach<Items: RandomAccessCollection, Content> where Items.Element: Identifiable {
  @discardableResult init(_ items: Items, content: (Items.Element) -> Content) {}
}

struct MyParser {
  var json: Data { Data() }

  init(rows: [StoredSessionRow], key: String?) {}
}

struct MessageBubble {
  init(_ entry: TimelineEntry) {}
}

struct ReadArguments: Decodable {
  let path: String
}

let data = Data()
let input: ToolCall.Input = { fatalError("The examples aren't run.") }()
let loadedRows: [SessionRow] = []
let rows: [SessionRow] = []
let timeline = SessionTimeline(rows: loadedRows)
let updates = AsyncStream<SessionRow> { $0.finish() }
