extension Sample {
  /// Returns the files of a suite with one row and many cases. Each case shows its number and the
  /// word.
  static func many(_ count: Int, saying word: String, events: Int = 1) -> [String: String] {
    let ids = (1...count).map { "case_\($0)" }
    let cases = ids.map { id in
      let texts = (1...events).map {
        #"{"type":"user","message":{"content":"\#(id) \#(word) \#($0)"}}"#
      }
      return
        #"{"id":"\#(id)","events":[\#(texts.joined(separator: ",\n"))],"expect":{"entryCount":\#(events)}}"#
    }
    let row = """
      {"id":"R","scenario":"many","expectedBehavior":"all are shown","clauses":["C"],
       "cases":[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]}
      """
    let matrix = """
      {"contract":"session-detail","version":"2.0.0","title":"Many","support":"session-detail",
       "operations":\(operations),
       "clauses":[{"id":"C","text":"All is shown.","level":"must"}],
       "caseFiles":["many.json"],"rows":[\(row)]}
      """
    return [
      Sample.matrix: matrix,
      "\(TemporarySuite.fixtures)/many.json": #"{"cases":[\#(cases.joined(separator: ",\n"))]}"#,
    ]
  }
}
