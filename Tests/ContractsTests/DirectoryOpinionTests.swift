import CanonicalJSON
import Conformance
import Contracts
import Testing

/// The deviations of `agent-directory` are made from an implementation of their own, which has to be right but for its
/// mistake.
struct DirectoryOpinionTests {
  private static let judged = Repository.here.judgedCases.filter {
    $0.testCase.contract == "agent-directory" && $0.implementation.isDefault
  }

  @Test(arguments: judged)
  func `without a mistake it gives every golden`(judged: JudgedCase) throws {
    let golden = try #require(try judged.suite.goldens.golden(of: judged.testCase.id)?.value)
    #expect(AgentDirectoryContract.secondOpinion(on: judged.testCase.input) == golden)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `without a mistake it agrees with the reference on any client`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let steps: [JSONValue] = [["connect": true]] + (0..<60).map { _ in generator.directoryStep() }
    let input: JSONValue = [
      "self": "me@x.org/phone", "directory": "switch.x.org/directory", "pubsub": "pubsub.x.org", "steps": .array(steps),
    ]
    let contract = AgentDirectoryContract()
    let opinion = AgentDirectoryContract.secondOpinion(on: input)
    for implementation in contract.implementations {
      let outcome = await implementation.respond(
        to: Request(contract: contract.id, operation: "client", input: input))
      #expect(outcome == .output(opinion), "\(input)")
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a stanza says the same in every spelling`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let steps: [JSONValue] = [["connect": true]] + (0..<30).map { _ in generator.directoryStep() }
    let input: JSONValue = [
      "self": "me@x.org/phone", "directory": "switch.x.org/directory", "pubsub": "pubsub.x.org", "steps": .array(steps),
    ]
    let spellings = try #require(StanzaSpellings(input))
    for _ in 0..<8 {
      let spelt = spellings.input(of: spellings.schedule(using: &generator))
      #expect(AgentDirectoryContract.secondOpinion(on: spelt) == AgentDirectoryContract.secondOpinion(on: input))
    }
  }

  @Test func `a spelling gets simpler until nothing is left of it`() throws {
    var generator = SplitMix64(seed: 1)
    let input: JSONValue = ["steps": [["receive": "<message from='a@b'><body>x &amp; y</body></message>"]]]
    let spellings = try #require(StanzaSpellings(input))
    var schedule = spellings.schedule(using: &generator)
    var count = 0
    while let simpler = spellings.simplifications(of: schedule).last, count < 100 {
      schedule = simpler
      count += 1
    }
    #expect(count < 100)
    #expect(spellings.input(of: schedule) == input)
    #expect(spellings.arrivals(of: schedule).isEmpty)
  }

  @Test func `there is nothing to spell where nothing readable is received`() {
    #expect(StanzaSpellings(["steps": [["connect": true], ["receive": "<a"]]]) == nil)
  }
}

extension SplitMix64 {
  private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(below: choices.count)] }

  /// Ids and JIDs are few, so that many are of something.
  fileprivate mutating func directoryStep() -> JSONValue {
    let jid = pick(["a@x.org", "B@x.org/r", "c@x.org"])
    let task = pick(["1", "2", "3", "4\u{1}"])
    switch number(below: 24) {
    case 0: return ["connect": true]
    case 1, 2, 3, 4, 5:
      return ["select": ["column": pick(["dispatchers", "groups", "individuals", "subagents"]), "jid": .string(jid)]]
    case 6: return ["send": pick(["x", " y ", " ", "z\u{1}"])]
    case 7: return ["sendWork": ["to": .string(jid), "task_id": .string(task), "body": "do"]]
    default: return ["receive": .string(stanza(jid: jid, task: task))]
    }
  }

  private mutating func stanza(jid: String, task: String) -> String {
    switch number(below: 16) {
    case 0: return "<presence from='\(jid)/q'\(pick(["", " type='unavailable'"]))/>"
    case 1, 2: return message(from: "a@x.org/\(pick(["q", "r"]))", to: "me@x.org/phone")
    case 3:
      let response = "<response xmlns='urn:parity:subagent:0' task_id='\(task == "4\u{1}" ? "4\u{FFFD}" : task)'/>"
      return message(from: jid, to: "me@x.org", with: response)
    case 4:
      let kind = pick(["sent", "received"])
      let inner =
        kind == "sent" ? message(from: "me@x.org/desk", to: jid) : message(from: jid, to: "me@x.org/desk")
      return
        "<message from='\(pick(["me@x.org", jid]))'><\(kind) xmlns='urn:xmpp:carbons:2'>\(forwarded(inner))</\(kind)></message>"
    case 5, 6:
      let inner = pick([message(from: jid, to: "me@x.org"), message(from: "me@x.org/old", to: jid)])
      let result = "<result xmlns='urn:xmpp:mam:2' id='\(pick(["a1", "a2", "a3"]))'>\(forwarded(inner))</result>"
      return "<message\(pick(["", " from='me@x.org'", " from='z@y'"]))>\(result)</message>"
    case 7, 8, 9:
      let node = pick(["dispatchers", "groups:a@x.org", "groups:b@x.org", "individuals:a@x.org", "subagents:c@x.org"])
      let change = pick(["<items node='\(node)'/>", "<purge node='\(node)'/>", "<configuration node='\(node)'/>"])
      return
        "<message from='pubsub.x.org'><event xmlns='http://jabber.org/protocol/pubsub#event'>\(change)</event></message>"
    default:
      let items = ["a@x.org", "b@x.org", "c@x.org"].filter { _ in number(below: 4) > 0 }.map { "<item jid='\($0)'/>" }
      let query = "<query xmlns='http://jabber.org/protocol/disco#items'>\(items.joined())</query>"
      let sender = pick(["switch.x.org/directory", "switch.x.org/directory", "pubsub.x.org"])
      let type = pick(["result", "result", "result", "error"])
      return "<iq from='\(sender)' type='\(type)' id='p\(1 + number(below: 40))'>\(query)</iq>"
    }
  }

  private mutating func message(from: String, to: String, with child: String = "") -> String {
    let id = pick(["", " id=''", " id='m1'", " id='m2'", " id='p3'"])
    let archiveID = pick(["", "a1", "a2"])
    let known = pick(["", "<stanza-id xmlns='urn:xmpp:sid:0' by='me@x.org' id='\(archiveID)'/>"])
    return
      "<message xmlns='jabber:client' from='\(from)' to='\(to)'\(id)><body>\(pick(["x", "y", ""]))</body>\(known)\(child)</message>"
  }

  private mutating func forwarded(_ message: String) -> String {
    let day = pick(["10", "11", "12"])
    let delay = pick(["", "<delay xmlns='urn:xmpp:delay' stamp='2026-11-\(day)T10:00:00Z'/>"])
    return "<forwarded xmlns='urn:xmpp:forward:0'>\(delay)\(message)</forwarded>"
  }
}
