internal import CanonicalJSON

/// Where each tool of a register stands in the end, once all its rows are known.
struct ToolPlacement: Sendable {
  /// The fate of one tool of the register.
  enum Place: Sendable {
    /// Where it was mentioned.
    case entry
    /// With the sub-agent at this index.
    case subAgent(Int)
    /// Nowhere: it is a later mention of a tool without an id.
    case merged
  }

  /// For each tool of the register its place.
  private(set) var places: [Place] = []
  /// The tools of the register, in their latest state.
  private(set) var tools: [ToolCall]
  /// The sub-agents of the register with their tools.
  private(set) var subAgents: [SubAgent]

  init(of register: ToolRegister, in drafts: [EntryDraft]) {
    tools = register.tools
    subAgents = register.subAgents
    place(owners: tools.map(register.owner), homes: Self.homes(of: tools.count, in: drafts))
  }

  private mutating func place(owners: [Int?], homes: [Int]) {
    var known: [Likeness: Int] = [:]
    for index in tools.indices {
      let scope = owners[index].map(Likeness.Scope.subAgent) ?? .entry(homes[index])
      if let likeness = Likeness(of: tools[index], in: scope) {
        // T4
        if let first = known[likeness] {
          tools[first] = tools[index]
          places.append(.merged)
          continue
        }
        known[likeness] = index
      }
      // T5
      places.append(owners[index].map(Place.subAgent) ?? .entry)
    }
    for (tool, place) in zip(tools, places) {
      if case .subAgent(let owner) = place { subAgents[owner].tools.append(tool) }
    }
  }

  /// For each tool of the register the draft that it stands in.
  private static func homes(of count: Int, in drafts: [EntryDraft]) -> [Int] {
    var homes = Array(repeating: 0, count: count)
    for (index, draft) in drafts.enumerated() {
      for case .tool(.tool(let tool)) in draft.slots { homes[tool] = index }
    }
    return homes
  }
}

// T4
/// What tells tools without an id apart.
private struct Likeness: Hashable {
  enum Scope: Hashable {
    case entry(Int)
    case subAgent(Int)
  }

  let scope: Scope
  let parent: TextKey?
  let name: TextKey
  let summary: TextKey

  /// Nil for a tool with an id.
  init?(of tool: ToolCall, in scope: Scope) {
    guard tool.toolUseID == nil else { return nil }
    self.scope = scope
    parent = tool.parentToolUseID.map { TextKey($0) }
    name = TextKey(tool.name)
    summary = TextKey(tool.summary)
  }
}
