internal import CanonicalJSON
internal import Conformance

extension Deviation {
  // T8
  static var ofDisplay: [Deviation] {
    [
      display("runs of one are no group") { groups in
        groups.map { $0.blocks.count == 1 ? Group(kind: "block", blocks: $0.blocks) : $0 }
      },
      display("every block stands alone") { groups in
        groups.flatMap { group in group.blocks.map { Group(kind: group.kind, blocks: [$0]) } }
      },
      display("tools join the sub-agents before them") {
        $0.joined { $0.kind == "parallelAgents" && $1.kind == "standaloneToolCalls" }
      },
      display("texts in a row are one block") { $0.joined { $0.kind == "block" && $1.kind == "block" } },
      display("all sub-agents of an entry are one group") { groups in
        let agents = groups.filter { $0.kind == "parallelAgents" }.flatMap(\.blocks)
        var isShown = false
        return groups.compactMap { group in
          guard group.kind == "parallelAgents" else { return group }
          defer { isShown = true }
          return isShown ? nil : Group(kind: group.kind, blocks: agents)
        }
      },
    ]
  }

  private static func display(_ mistake: String, _ change: @escaping @Sendable ([Group]) -> [Group]) -> Deviation {
    showing(entry: "T8", mistake) { entry in
      let groups = (entry["display"]?.elements ?? []).map { group in
        Group(kind: group["kind"]?.string ?? "", blocks: group["blocks"]?.elements ?? [])
      }
      return entry.setting(
        "display", .array(change(groups).map { ["kind": .string($0.kind), "blocks": .array($0.blocks)] }))
    }
  }
}

/// One item of an entry's display.
private struct Group: Sendable {
  let kind: String
  let blocks: [JSONValue]
}

extension [Group] {
  /// Neighbours joined where they belong together.
  fileprivate func joined(where belong: (Group, Group) -> Bool) -> [Group] {
    reduce(into: []) { joined, group in
      if let last = joined.last, belong(last, group) {
        joined[joined.count - 1] = Group(kind: last.kind, blocks: last.blocks + group.blocks)
      } else {
        joined.append(group)
      }
    }
  }
}
