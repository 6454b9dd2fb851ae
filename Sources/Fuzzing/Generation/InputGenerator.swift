internal import CanonicalJSON
internal import Conformance

/// Generates inputs by mutating those of a corpus. A seed and a number give the same input on every
/// run and platform.
package struct InputGenerator: Sendable {
  private let corpus: InputCorpus
  private let seed: UInt64
  private let name: String

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - corpus: The inputs to mutate.
  ///   - seed: The seed of the run.
  ///   - name: The name of the operation, so that each operation has its own inputs.
  package init(corpus: InputCorpus, seed: UInt64, name: String) {
    self.corpus = corpus
    self.seed = seed
    self.name = name
  }

  /// A generated input.
  package struct Input: Sendable {
    package let tree: InputTree
    /// The input as programs receive it.
    package let text: [UInt8]
    /// The index in the corpus of the input that it was generated from.
    let origin: Int
  }

  /// Returns the input with a number. An input that becomes too large is replaced by the unchanged
  /// one.
  ///
  /// - Precondition: The corpus isn't empty.
  package func input(number: Int) -> Input {
    var generator = SplitMix64(seed: seed, name: "\(name) \(number)")
    let (origin, changed) = firstChange(using: &generator)

    var tree = changed
    // Half of the inputs have one change, a quarter have two, and so on.
    while generator.isOne(in: 2) { tree = mutated(tree, using: &generator) }

    let text = tree.value.writtenUTF8()
    guard isTooMuch(tree, bytes: text.count) else {
      return Input(tree: tree, text: text, origin: origin)
    }

    let unchanged = corpus.trees[origin]
    return Input(tree: unchanged, text: unchanged.value.writtenUTF8(), origin: origin)
  }

  /// Returns a random input of the corpus with its first change, and the index of the input.
  private func firstChange(using generator: inout SplitMix64) -> (origin: Int, tree: InputTree) {
    // Long texts are rare, since each costs as much as a hundred other inputs.
    guard generator.isOne(in: 128), let (place, trees) = generator.element(of: corpus.textPlaces),
      let origin = generator.element(of: trees)
    else {
      let origin = generator.number(below: corpus.trees.count)
      return (origin, mutated(corpus.trees[origin], using: &generator))
    }

    let tree = corpus.trees[origin]
    guard
      let (text, number) = generator.element(of: tree.texts { JSONPointer(tokens: $1) == place })
    else {
      return (origin, tree)
    }

    let long = text.repeated(toLength: generator.element(of: Self.longLengths) ?? 1)
    return (origin, tree.replacingNode(number) { _ in .text(long) })
  }

  /// One more than common limits. A text over a large limit is over the smaller ones too.
  private static let longLengths = [4_097, 65_537]

  /// Returns whether programs may legitimately fail on an input because of its size or depth.
  private func isTooMuch(_ tree: InputTree, bytes: Int) -> Bool {
    // A tree has no more levels than parts, so a small tree needs no further check.
    let isDeep =
      tree.nodeCount > Output.maximumDepth && tree.value.isNested(deeperThan: Output.maximumDepth)
    return isDeep || bytes * max(64, tree.longestList) > Self.mostBytesTimesElements
  }

  /// The most bytes of an input times the elements of its longest list.
  ///
  /// An output may repeat, for each element, all elements before it. A long list of long texts
  /// would then exhaust the memory.
  private static let mostBytesTimesElements = 128 << 20

  // MARK: - Parts

  /// Returns an input with one random change.
  private func mutated(_ tree: InputTree, using generator: inout SplitMix64) -> InputTree {
    switch Self.treeMutations.choice(using: &generator) {
    case .renameText: renamed(tree, using: &generator)
    case .lengthenList: lengthened(tree, using: &generator)
    case .changePart: changingPart(of: tree, using: &generator)
    }
  }

  /// A change to an input.
  private enum TreeMutation {
    case renameText
    case lengthenList
    case changePart
  }

  private static let treeMutations: WeightedTable<TreeMutation> = [
    .renameText: 2,
    .lengthenList: 1,
    .changePart: 13,
  ]

  /// Returns the tree with a random part changed.
  private func changingPart(of tree: InputTree, using generator: inout SplitMix64) -> InputTree {
    var number = 0
    var chosen: (node: InputTree, place: [String]) = (tree, [])
    let count = tree.nodeCount
    // Inputs with a broken outer structure are mostly refused, so change objects outside of texts
    // less often.
    repeat {
      number = generator.number(below: count)
      chosen = tree.node(number) ?? chosen
    } while chosen.node.isObject && !chosen.place.contains(InputTree.jsonToken)
      && !generator.isOne(in: 4)

    let new = mutated(chosen.node, at: chosen.place, using: &generator)
    return tree.replacingNode(number) { _ in new }
  }

  /// Returns a part with a random change.
  ///
  /// - Parameter tokens: The tokens that lead to the part.
  private func mutated(
    _ node: InputTree,
    at tokens: [String],
    using generator: inout SplitMix64
  ) -> InputTree {
    let isInText = tokens.contains(InputTree.jsonToken)
    let mutations = isInText ? Self.partMutationsInText : Self.partMutations

    switch mutations.choice(using: &generator) {
    case .replaceByAny: return corpus.anyValue(using: &generator)
    case .replaceBySmall: return generator.element(of: Self.smallValues) ?? node
    case .wrapInArray: return .array([node])
    case .changeForm: return otherForm(of: node)
    case .replaceFromPlace: return corpus.value(at: tokens, using: &generator)
    case .changeValue: return changingValue(of: node, at: tokens, using: &generator)
    }
  }

  /// A change to a part of an input.
  private enum PartMutation {
    /// Replace it by a value from any place.
    case replaceByAny
    /// Replace it by one of the small values.
    case replaceBySmall
    case wrapInArray
    case changeForm
    /// Replace it by a value from the same place.
    case replaceFromPlace
    /// Change it, but keep its form.
    case changeValue
  }

  private static let partMutations: WeightedTable<PartMutation> = [
    .replaceByAny: 1,
    .replaceBySmall: 1,
    .wrapInArray: 1,
    .changeForm: 1,
    .replaceFromPlace: 4,
    .changeValue: 16,
    .replaceFromPlace: 8,
    .changeValue: 40,
  ]

  /// The mutations of parts in the JSON of a text. They change the form of a part more often than
  /// those of other parts.
  private static let partMutationsInText: WeightedTable<PartMutation> = [
    .replaceByAny: 1,
    .replaceBySmall: 1,
    .wrapInArray: 1,
    .changeForm: 1,
    .replaceFromPlace: 4,
    .changeValue: 16,
  ]

  /// Returns a part with a change that suits its form. A null is replaced by a value from the same
  /// place.
  private func changingValue(
    of node: InputTree,
    at tokens: [String],
    using generator: inout SplitMix64
  ) -> InputTree {
    let textMutation = TextMutation(corpus: corpus, tokens: tokens)

    switch node.form {
    case .leaf(.number(let number)):
      return .leaf(mutated(number, using: &generator))
    case .leaf(.bool(let bool)):
      return .leaf(.bool(!bool))
    case .leaf:
      return corpus.value(at: tokens, using: &generator)
    case .text(let text):
      return .text(textMutation.mutated(text, using: &generator))
    case .json(let tree, _):
      guard generator.isOne(in: 3) else {
        return .json(mutated(tree, using: &generator), written: nil)
      }
      return .text(textMutation.mutated(node.value.string ?? "", using: &generator))
    case .array(let elements):
      return .array(mutated(elements, at: tokens, using: &generator))
    case .object(let members):
      return .object(mutated(members, at: tokens, using: &generator))
    }
  }

  /// Returns the part in another form. A text with JSON becomes that JSON, and any other text
  /// becomes null. Any other value becomes a text with its JSON.
  private func otherForm(of node: InputTree) -> InputTree {
    switch node.form {
    case .json(let tree, _): tree
    case .array, .object: .json(node, written: nil)
    case .leaf(let value): .text(value.canonicalText())
    case .text(let text):
      (try? JSONDocument(parsing: text).root.value).map { InputTree($0) } ?? .leaf(.null)
    }
  }

  /// Small values of every kind.
  private static let smallValues: [InputTree] = [
    .leaf(.null), .leaf(true), .leaf(false),
    .leaf(0), .leaf(-1), .leaf(1),
    .text(""), .text(" "), .text("x"),
    .array([]), .object([]),
    .text("null"), .text("0"),
  ]

  // MARK: - Numbers

  /// Returns a neighboring number, the negative number, or a number at a limit. A number that isn't
  /// an integer has no neighbors, so 0 takes their place.
  private func mutated(_ number: JSONNumber, using generator: inout SplitMix64) -> JSONValue {
    let integer = number.integer

    switch Self.numberMutations.choice(using: &generator) {
    case .increment: return integer.map { .number(JSONNumber(Int($0 &+ 1))) } ?? 0
    case .decrement: return integer.map { .number(JSONNumber(Int($0 &- 1))) } ?? 0
    case .negate: return integer.map { .number(JSONNumber(Int(0 &- $0))) } ?? 0
    case .replaceByBoundary:
      let text = generator.element(of: Self.boundaryNumbers) ?? "0"
      return (try? JSONDocument(parsing: text).root.value) ?? 0
    }
  }

  /// A change to a number.
  private enum NumberMutation {
    case increment
    case decrement
    case negate
    case replaceByBoundary
  }

  private static let numberMutations: WeightedTable<NumberMutation> = [
    .increment: 1,
    .decrement: 1,
    .negate: 1,
    .replaceByBoundary: 3,
  ]

  /// Numbers at the limits of integer types, doubles, dates and common sizes.
  private static let boundaryNumbers = [
    "0", "1", "-1", "2", "9", "10", "99", "100",
    "127", "128", "255", "256",  // 8 bits
    "999", "1000", "1001",
    "32767", "32768", "65535", "65536",  // 16 bits
    "2147483647", "2147483648", "-2147483648", "-2147483649",  // Signed, 32 bits
    "4294967295", "4294967296",  // Unsigned, 32 bits
    "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993",  // Doubles
    "9223372036854775807", "9223372036854775808",  // Signed, 64 bits
    "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616",  // Unsigned, 64 bits
    "0.5", "1.5", "-0.5", "0.1",  // Fractions
    "1000", "1e+21", "1e+22", "1e-7",  // With and without an exponent in JavaScript
    "1.7976931348623157e+308", "5e-324",  // The largest and the smallest double
    "123456789012345680000", "1.0000000000000002",  // As many digits as a double has
    "86400000", "1700000000000",  // Milliseconds: a day, and a time in 2023
    "253402300799999", "253402300800000",  // The end of the year 9999
    "8640000000000001",  // Beyond the last time of JavaScript
  ]

  // MARK: - Lists

  /// Returns a list with one random change. An empty list gets an element.
  ///
  /// - Parameter tokens: The tokens that lead to the list.
  private func mutated(
    _ elements: [InputTree],
    at tokens: [String],
    using generator: inout SplitMix64
  ) -> [InputTree] {
    var elements = elements
    let element = tokens + [InputTree.elementToken]
    guard !elements.isEmpty, !generator.isOne(in: 16) else {
      return elements + [corpus.value(at: element, using: &generator)]
    }

    let index = generator.number(below: elements.count)
    let other = generator.number(below: elements.count)

    switch Self.listMutations.choice(using: &generator) {
    case .remove:
      elements.remove(at: index)
    case .insertCopy:
      elements.insert(elements[index], at: other)
    case .appendCopy:
      elements.append(elements[index])
    case .swap:
      elements.swapAt(index, other)
    case .insertFromCorpus:
      elements.insert(corpus.value(at: element, using: &generator), at: index)
    case .reverse:
      elements.reverse()
    case .removeRange:
      elements.removeSubrange(min(index, other)...max(index, other))
    case .move:
      elements.insert(elements.remove(at: index), at: other)
    case .replaceEnd:
      guard case .array(let rest) = corpus.value(at: tokens, using: &generator).form else { break }
      elements = elements.prefix(index) + rest.suffix(generator.number(below: rest.count + 1))
    case .appendList:
      guard case .array(let rest) = corpus.value(at: tokens, using: &generator).form else { break }
      elements += rest
    case .joinOrSplitTexts:
      elements = joinedOrSplit(elements, at: index, using: &generator)
    }
    return elements
  }

  /// A change to a list.
  private enum ListMutation: CaseIterable {
    case remove
    case insertCopy
    case appendCopy
    case swap
    case insertFromCorpus
    case reverse
    case removeRange
    case move
    /// Join the beginning of the list and the end of a list of the corpus.
    case replaceEnd
    /// Append a list of the corpus.
    case appendList
    case joinOrSplitTexts
  }

  private static let listMutations = WeightedTable(ListMutation.allCases)

  /// Returns the elements with two adjacent texts joined, or with one text split in two.
  private func joinedOrSplit(
    _ elements: [InputTree],
    at index: Int,
    using generator: inout SplitMix64
  ) -> [InputTree] {
    guard case .text(let text) = elements[index].form else { return elements }
    if index + 1 < elements.count, generator.isOne(in: 2),
      case .text(let next) = elements[index + 1].form
    {
      return elements[..<index] + [.text(text + next)] + elements[(index + 2)...]
    }

    let scalars = text.unicodeScalars
    let middle = scalars.index(
      scalars.startIndex,
      offsetBy: generator.number(below: scalars.count + 1)
    )
    let parts: [InputTree] = [
      .text(String(scalars[..<middle])),
      .text(String(scalars[middle...])),
    ]
    return elements[..<index] + parts + elements[(index + 1)...]
  }

  /// Returns the tree with an element of some list repeated many times. Up to three parts of the
  /// element vary, so that the copies can have distinct ids.
  private func lengthened(_ tree: InputTree, using generator: inout SplitMix64) -> InputTree {
    guard let list = generator.element(of: tree.numbersOfFilledArrays),
      case .array(let elements)? = tree.node(list)?.node.form
    else {
      return tree
    }

    let index = generator.number(below: elements.count)
    let element = elements[index]

    // Long lists are rare, since each costs as much as a hundred other inputs.
    let isLong = generator.isOne(in: 6)
    let count = generator.element(of: isLong ? Self.longCounts : Self.counts) ?? 2
    guard count * element.size <= Self.longestRepetition else { return tree }

    let numbers = numbersToVary(in: element, using: &generator)
    let copies = (0..<count).map { copy in
      numbers.reduce(element) { element, number in
        element.replacingNode(number) { $0.varied(copy) }
      }
    }

    let new = elements[..<index] + copies + elements[(index + 1)...]
    return tree.replacingNode(list) { _ in .array(Array(new)) }
  }

  /// Returns the numbers of up to three parts of an element, in ascending order. They are mostly
  /// direct members, since those hold ids.
  private func numbersToVary(in element: InputTree, using generator: inout SplitMix64) -> [Int] {
    let members = element.numbersOfParts
    var numbers: Set<Int> = []
    for _ in 0..<generator.number(below: 4) {
      let isMember = !members.isEmpty && !generator.isOne(in: 4)
      let member = isMember ? generator.element(of: members) : nil
      numbers.insert(member ?? generator.number(below: element.nodeCount))
    }
    return numbers.sorted()
  }

  /// The usual numbers of copies, some of which are at or above common limits.
  private static let counts = [2, 3, 10, 20, 21, 22, 50, 51, 64, 65]
  /// The rare numbers of copies, which are at or above common limits too.
  private static let longCounts = [
    100, 101, 128, 255, 256, 257, 500, 501, 1_000, 1_001, 1_024, 1_025,
  ]

  /// The most bytes of all copies of an element.
  private static let longestRepetition = 512 << 10

  // MARK: - Objects

  /// Returns an object's members with one random change. An object without members gets those of an
  /// object from the same place.
  ///
  /// - Parameter tokens: The tokens that lead to the object.
  private func mutated(
    _ members: [InputTree.Member],
    at tokens: [String],
    using generator: inout SplitMix64
  ) -> [InputTree.Member] {
    var members = members
    let others: [InputTree.Member] =
      if case .object(let others) = corpus.value(at: tokens, using: &generator).form {
        others
      } else {
        []
      }
    guard !members.isEmpty else { return others }

    let index = generator.number(below: members.count)
    let other = generator.number(below: members.count)

    switch Self.objectMutations.choice(using: &generator) {
    case .remove:
      members.remove(at: index)
    case .replaceByNull:
      members[index].value = .leaf(.null)
    case .takeMember:
      if let new = generator.element(of: others) {
        members.removeAll { $0.key.hasSameBytes(as: new.key) }
        members.append(InputTree.Member(key: new.key, value: new.value))
      }
    case .changeKey:
      let mutation = TextMutation(corpus: corpus, tokens: [])
      let key = mutation.mutated(members[index].key, using: &generator)
      if !members.contains(where: { $0.key.hasSameBytes(as: key) }) { members[index].key = key }
    case .repeatKey:
      let key = members[index].key
      let value = corpus.value(at: tokens + [key], using: &generator)
      members.append(InputTree.Member(key: key, value: value))
    case .swapMembers:
      members.swapAt(index, other)
      // The places decide the order outside of texts, so they don't move with the members.
      let place = members[index].place
      members[index].place = members[other].place
      members[other].place = place
    case .swapValues:
      let value = members[index].value
      members[index].value = members[other].value
      members[other].value = value
    case .nest:
      members[index].value = .object([members[index]])
    }
    return members
  }

  /// A change to an object.
  private enum ObjectMutation {
    case remove
    case replaceByNull
    /// Take a member from an object at the same place. It replaces a member with the same key.
    case takeMember
    case changeKey
    /// Add a second member with the key of another one.
    case repeatKey
    case swapMembers
    case swapValues
    /// Put a member into an object, which becomes the value of the member.
    case nest
  }

  private static let objectMutations: WeightedTable<ObjectMutation> = [
    .remove: 2,
    .replaceByNull: 1,
    .takeMember: 2,
    .changeKey: 1,
    .repeatKey: 1,
    .swapMembers: 1,
    .swapValues: 1,
    .nest: 1,
  ]

  // MARK: - Names

  /// Returns the tree with one text changed in all parts that are equal to it, and mostly also in
  /// longer texts that contain it. In half of the cases, the new text is another text from the same
  /// place, if there is one.
  private func renamed(_ tree: InputTree, using generator: inout SplitMix64) -> InputTree {
    let texts = tree.texts { text, _ in (1...80).contains(text.utf8.count) }
    guard let (old, chosen) = generator.element(of: texts), let place = tree.node(chosen)?.place
    else { return tree }

    var new = TextMutation(corpus: corpus, tokens: place).mutated(old, using: &generator)

    if generator.isOne(in: 2) {
      let alike = tree.texts { JSONPointer(tokens: $1) == JSONPointer(tokens: place) }
      if let other = generator.element(of: alike)?.text, !other.hasSameBytes(as: old) {
        new = other
      }
    }

    let changesLongerTexts = old.utf8.count > 1 && !generator.isOne(in: 4)
    let renamed = tree.changingTexts { text in
      if text.hasSameBytes(as: old) { return new }
      let isLonger = text.utf8.count > old.utf8.count
      // The new text may replace many short ones, so the result could get very long.
      let isShort = text.utf8.count * new.utf8.count < 4 << 20
      guard changesLongerTexts, isLonger, isShort else { return nil }
      return text.replacingBytes(of: old, with: new)
    }
    return renamed ?? tree
  }
}

extension InputTree {
  fileprivate var isObject: Bool {
    if case .object = form {
      true
    } else {
      false
    }
  }

  /// The numbers of the arrays that have elements.
  fileprivate var numbersOfFilledArrays: [Int] {
    var numbers: [Int] = []
    var number = 0
    forEachNode { node, _ in
      if case .array(let elements) = node.form, !elements.isEmpty { numbers.append(number) }
      number += 1
    }
    return numbers
  }

  /// Returns the text or number changed by the number of the copy. Other values stay the same.
  fileprivate func varied(_ copy: Int) -> InputTree {
    switch form {
    case .text(let text): .text("\(text)\(copy)")
    case .leaf(.number(let number)): .leaf(.number(JSONNumber(Int(number.integer ?? 0) &+ copy)))
    default: self
    }
  }

  /// Returns the texts that satisfy a condition, with their numbers.
  ///
  /// - Parameter isIncluded: Takes a text and the tokens that lead to it.
  fileprivate func texts(
    where isIncluded: (String, [String]) -> Bool
  ) -> [(text: String, number: Int)] {
    var texts: [(text: String, number: Int)] = []
    var number = 0
    forEachNode { node, place in
      if case .text(let text) = node.form, isIncluded(text, place) { texts.append((text, number)) }
      number += 1
    }
    return texts
  }
}

extension String {
  /// Returns the text with all occurrences of another one replaced, or `nil` if it has none.
  ///
  /// The comparison is byte by byte, so that Unicode normalization has no effect.
  fileprivate func replacingBytes(of old: String, with new: String) -> String? {
    let bytes = Array(utf8)
    let sought = Array(old.utf8)
    var result: [UInt8] = []
    var copied = 0
    var position = 0

    while let start = bytes[position...].firstIndex(of: sought[0]) {
      position = start + 1
      guard bytes[start...].starts(with: sought) else { continue }
      result += bytes[copied..<start]
      result += new.utf8
      position = start + sought.count
      copied = position
    }

    return copied == 0 ? nil : String(decoding: result + bytes[copied...], as: UTF8.self)
  }
}
