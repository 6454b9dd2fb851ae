internal import CanonicalJSON

/// Finds what failed cases have in common.
///
/// Each case has one vote, which is split among its signatures. The signature with the most votes
/// is the next cause. From then on the cases that show it vote for their other signatures, with a
/// quarter of a vote. A signature that more than a third of the cases show says little about any
/// one of them, so those cases keep voting for their other signatures.
///
/// The running time is near linear in the number of signatures of all cases, times the number of
/// causes, which is bounded by `mostCauses`.
struct CauseSearch {
  /// A cause. Cases are identified by their index.
  struct Found {
    let title: String
    let subjects: [String]
    /// The cases that show the cause.
    var cases: [Int]
    fileprivate var members: Set<Int>
    fileprivate let isEverywhere: Bool
    /// The number of cases that show nothing else.
    var alone = 0
    /// The number of failed cases that are counted under this cause.
    var taken = 0
    /// The cases to choose an example from, the one with the fewest differences first.
    var examples: [Int] = []
  }

  /// The maximum number of causes. The remaining failures are grouped as "other failures".
  private static let mostCauses = 50
  /// The value of one vote: the least common multiple of 1 to 16. Votes are integers, so the result
  /// doesn't depend on the order in which they are added.
  private static let vote = 720_720

  private let signatures: [Signature]
  private let specific: [Set<Int>]
  private let generic: [Set<Int>]
  private let sizes: [Int]
  private let shown: [[Int]]
  /// Signatures of an array's elements, grouped by array.
  private let arrays: [(title: String, members: [Int])]
  /// The number of cases above which a signature counts as being everywhere.
  private let many: Int

  private var used: Set<Int> = []
  private var everywhere: Set<Int> = []
  private var votes: [Int]

  /// Creates a search and counts the first votes.
  ///
  /// - Parameters:
  ///   - cases: The signatures of each failed case.
  ///   - checked: The number of checked cases that returned an output.
  init(_ cases: [CaseSignatures], checked: Int) {
    var ids: [Signature: Int] = [:]
    var all: [Signature] = []
    func id(_ signature: Signature) -> Int {
      if let id = ids[signature] { return id }
      ids[signature] = all.count
      all.append(signature)
      return all.count - 1
    }
    specific = cases.map { Set($0.specific.map(id)) }
    generic = cases.map { Set($0.generic.map(id)) }
    sizes = cases.map(\.size)
    var shown = [[Int]](repeating: [], count: all.count)
    for index in cases.indices {
      for id in specific[index].union(generic[index]) {
        shown[id].append(index)
      }
    }
    self.shown = shown
    signatures = all
    arrays = all.indices.filter { all[$0].array != nil }.grouped { all[$0].array }.map {
      (all[$0[0]].array ?? "", $0)
    }
    many = checked / 3
    votes = [Int](repeating: 0, count: all.count)
    for index in cases.indices { add(1, votesOf: index) }
  }

  /// Returns the causes, in the order in which they are found.
  mutating func causes() -> [Found] {
    var causes: [Found] = []
    var explained = Set<Int>()
    while causes.count < Self.mostCauses, let next = best(isUnreported: { !explained.contains($0) })
    {
      if explained.count == specific.count, next.votes < Self.vote { break }
      let cases = Set(next.members.flatMap { shown[$0] })
      var cause = Found(
        title: next.title,
        subjects: next.members.count == 1 ? next.members.flatMap { signatures[$0].subjects } : [],
        cases: cases.sorted(),
        members: next.members,
        isEverywhere: cases.count > many
      )
      explained.formUnion(cases)
      for index in cases { add(-1, votesOf: index) }
      if cause.isEverywhere {
        everywhere.formUnion(cause.members)
      } else {
        cause.members.formUnion(companions(of: cause.cases))
      }
      used.formUnion(cause.members)
      for index in cases { add(1, votesOf: index) }
      causes.append(cause)
    }
    return finished(causes)
  }

  /// Returns the specific signatures of a case that aren't everywhere, or otherwise the generic
  /// ones.
  private func signatures(_ index: Int) -> Set<Int> {
    let specific = specific[index].subtracting(everywhere)
    return specific.isEmpty ? generic[index].subtracting(everywhere) : specific
  }

  /// Adds or removes the votes of a case.
  private mutating func add(_ sign: Int, votesOf index: Int) {
    let all = signatures(index)
    let live = all.subtracting(used)
    guard !live.isEmpty else { return }
    let share = (live.count == all.count ? Self.vote : Self.vote / 4) / live.count
    for id in live { votes[id] += sign * share }
  }

  /// Returns the signature with the most votes, or all signatures of an array's elements if
  /// together they have at least two and a half times the votes of the largest of them.
  private func best(isUnreported: (Int) -> Bool) -> (title: String, members: Set<Int>, votes: Int)?
  {
    let most = votes.max() ?? 0
    guard most > 0 else { return nil }
    let first = signatures.indices.filter { votes[$0] == most }.min { left, right in
      let mine = shown[left].count(where: isUnreported)
      let other = shown[right].count(where: isUnreported)
      return mine != other
        ? mine > other : TextKey(signatures[left].title) < TextKey(signatures[right].title)
    }
    var best = first.map { (title: signatures[$0].title, members: Set([$0]), votes: most) }
    for (title, members) in arrays {
      let live = members.filter { votes[$0] > 0 }
      let sum = live.reduce(0) { $0 + votes[$1] }
      let largest = live.map { votes[$0] }.max() ?? 0
      if live.count > 1, 2 * sum >= 5 * largest, sum > best?.votes ?? 0 {
        best = (title, Set(live), sum)
      }
    }
    return best
  }

  /// Returns the unused signatures that exactly the same cases show.
  private func companions(of cases: [Int]) -> [Int] {
    guard let first = cases.first else { return [] }
    return specific[first].union(generic[first]).filter { !used.contains($0) && shown[$0] == cases }
  }

  /// Returns the causes with their counts. Each case is counted under the first cause with one of
  /// its specific signatures, or otherwise under the first cause that it shows.
  private func finished(_ found: [Found]) -> [Found] {
    var causes = found
    var rest: [Int] = []
    var taken = [[Int]](repeating: [], count: causes.count)
    for index in specific.indices {
      let signatures = signatures(index)
      let all = specific[index].union(generic[index])
      let own =
        causes.firstIndex { !$0.isEverywhere && !$0.members.isDisjoint(with: signatures) }
        ?? causes.firstIndex { !$0.members.isDisjoint(with: all) }
      if let own {
        taken[own].append(index)
      } else {
        rest.append(index)
      }
    }
    for (number, cause) in causes.enumerated() {
      let alone = cause.cases.filter { index in
        (specific[index].isEmpty ? generic[index] : specific[index]).isSubset(of: cause.members)
      }
      let pool = [alone, taken[number], cause.cases].first { !$0.isEmpty } ?? []
      causes[number].alone = alone.count
      causes[number].taken = taken[number].count
      causes[number].examples = pool.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
    }
    guard !rest.isEmpty else { return causes }
    let last = Found(
      title: "other failures",
      subjects: [],
      cases: rest,
      members: [],
      isEverywhere: false,
      taken: rest.count,
      examples: rest.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
    )
    return causes + [last]
  }
}
