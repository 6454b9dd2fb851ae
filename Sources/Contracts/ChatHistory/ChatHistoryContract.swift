internal import CanonicalJSON
internal import ChatHistory
package import Conformance

/// The contract `chat-history`: which sessions are saved when they end, and what a list of them shows.
package struct ChatHistoryContract: Contract {
  package let id = "chat-history"
  package let operations = ["history"]

  package init() {}

  package var facets: [Facet] {
    [
      Facet("sessionCount", .count) { output in
        output["history"]?.elements.map { .number(JSONNumber($0.count)) } ?? .null
      },
      Facet("errors", .names(known: HistoryErrorReason.allCases.map(\.rawValue))) { output in
        var seen = Set<JSONValue>()
        let errors = (output["results"]?.elements ?? []).compactMap { $0["error"] }
        return .array(errors.filter { seen.insert($0).inserted })
      },
    ]
  }

  /// Sessions go by their id and lines of a dialog by theirs; results go by the steps, one for each.
  package var identity: ElementIdentity {
    { element, array in
      switch array.tokens.last {
      case "results": nil
      case "dialogLines": element["id"]?.string
      default: element["sessionId"]?.string
      }
    }
  }

  /// The two repositories. There are no schedules: each step is answered, and changes what the next are answered.
  package var implementations: [any Implementation] { [HistoryImplementation.inMemory, HistoryImplementation.inFile] }
}
