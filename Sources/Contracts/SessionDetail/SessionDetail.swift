internal import CanonicalJSON
package import Conformance
internal import SessionTimeline

/// The contract `session-detail`: what a chat session's rows look like as a timeline.
package struct SessionDetail: Contract {
  package let id = "session-detail"
  package let operations = ["timeline"]
  package let inputShorthands = ["events"]

  package init() {}

  package var facets: [Facet] {
    [
      Facet("entryCount", .count) { output in
        output["entries"]?.elements.map { .number(JSONNumber($0.count)) } ?? .null
      },
      Facet("roles", .names(known: Role.allCases.map(\.rawValue))) { output in
        distinct(entries(of: output).map { $0["role"] })
      },
      Facet("blockTypes", .names(known: ["text", "toolCall", "subAgent", "error"])) { output in
        distinct(entries(of: output).flatMap { $0["blocks"]?.elements ?? [] }.map { $0["type"] })
      },
    ]
  }

  /// Entries go by id; tools and sub-agents by kind and id, since one of each may share an id (rule T4).
  package var identity: ElementIdentity {
    { element, array in
      switch array.tokens.last {
      case "entries": element["id"]?.string
      case "blocks", "tools":
        if let type = element["type"]?.string, let id = element["toolUseId"]?.string { "\(type) \(id)" } else { nil }
      default: nil
      }
    }
  }

  package func schedules(of request: Request) -> (any ScheduleSpace)? {
    SessionArrivals(request.input)
  }

  /// The library's two ways to the same timeline: from all rows at once, and kept current update by update (rule R4).
  package var implementations: [any Implementation] {
    [
      implementation("reference", isDefault: true) { SessionTimeline(rows: $0.rows, updates: $0.updates).json },
      implementation("live", isDefault: false) { rows in
        var timeline = LiveSessionTimeline(rows: rows.rows)
        for update in rows.updates { timeline.update(update) }
        return timeline.json
      },
    ]
  }

  /// An implementation that answers for rows which cannot be decrypted as the contract says.
  private func implementation(
    _ name: String, isDefault: Bool, output: @escaping @Sendable (DecryptedRows) -> JSONValue
  ) -> InProcessImplementation {
    InProcessImplementation(name: name, isDefault: isDefault) { request in
      guard let stored = SessionRows(request.input) else {
        return .failure(ImplementationFailure("the input holds no rows"))
      }
      do throws(SessionDecryptionError) {
        return .output(
          output(
            try DecryptedRows(rows: stored.initial, updates: stored.updates, sessionKey: stored.sessionKey)))
      } catch {
        return .output(error.json)
      }
    }
  }
}

private func entries(of output: JSONValue) -> [JSONValue] { output["entries"]?.elements ?? [] }

/// The distinct strings in order of first appearance.
private func distinct(_ values: [JSONValue?]) -> JSONValue {
  var seen = Set<JSONValue>()
  return .array(values.compactMap(\.self).filter { seen.insert($0).inserted })
}
