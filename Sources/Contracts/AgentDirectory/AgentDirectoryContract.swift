internal import CanonicalJSON
package import Conformance

/// The contract `agent-directory`: the columns, the chat and the work of sub-agents behind a four-column XMPP client.
package struct AgentDirectoryContract: Contract {
  package let id = "agent-directory"
  package let operations = ["client"]

  package init() {}

  package var facets: [Facet] {
    [
      Facet("sentCount", .count) { output in
        .number(JSONNumber((output["states"]?.elements ?? []).reduce(0) { $0 + ($1["sent"]?.elements?.count ?? 0) }))
      },
      Facet("errors", .names(known: ClientScript.errorCodes)) { output in
        var seen = Set<JSONValue>()
        let codes = (output["states"]?.elements ?? []).compactMap { $0["error"]?["code"] }
        return .array(codes.filter { seen.insert($0).inserted })
      },
    ]
  }

  /// Items of a column go by JID, messages and stanzas by id, deliveries by whom they are for.
  package var identity: ElementIdentity {
    { element, array in
      switch array.tokens.last {
      case "messages": element["id"]?.string
      case "sent": element["attributes"]?["id"]?.string
      case "delivered": element["to"]?.string
      case .some(let column) where ClientScript.columnNames.contains(column): element["jid"]?.string
      default: nil
      }
    }
  }

  /// The spellings of what is received (D10). Each step has a state of its own, so that none can change its place.
  package func schedules(of request: Request) -> (any ScheduleSpace)? { StanzaSpellings(request.input) }

  package var implementations: [any Implementation] {
    [
      InProcessImplementation(name: "reference", isDefault: true) { request in
        ClientScript(request.input).map { .output($0.states) } ?? .failure("the input is not one of client")
      }
    ]
  }
}
