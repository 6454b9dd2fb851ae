/// The members of an object with unique keys, always in the order that RFC 8785 requires.
///
/// That order is by UTF-16 code units (section 3.2.3). Two keys are the same only if their UTF-8
/// bytes are equal.
///
/// An object also keeps the order in which its members were parsed or added, for
/// ``JSONValue/writtenText()``. A new member comes last in that order. Nothing else depends on it.
public struct JSONObject: Hashable, Sendable {
  private(set) var members: [Member]

  /// A key and its value.
  public struct Member: Sendable {
    /// The key.
    public let key: String
    /// The value of the key.
    public var value: JSONValue
    /// The position in the order in which the members were parsed or added. Lower places come
    /// first.
    ///
    /// It takes no extra memory, because 32 bits fit into the padding of the layout.
    package var place: UInt32

    /// - Parameter place: The position in the written order.
    @usableFromInline package init(key: String, value: JSONValue, place: UInt32) {
      self.key = key
      self.value = value
      self.place = place
    }
  }

  /// Creates an object from members in any order.
  ///
  /// - Parameter members: The keys and values. If a key is repeated, the last value counts.
  /// - Complexity: O(*n* log *n*), or O(*n*) if the members are in the order of RFC 8785.
  @inlinable public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init(
      unordered: members.enumerated().map { index, member in
        Member(key: member.0, value: member.1, place: UInt32(truncatingIfNeeded: index))
      }
    )
  }

  /// Creates an object from sorted members.
  ///
  /// - Parameter members: The members with unique keys, in the order of RFC 8785.
  init(inOrder members: [Member]) { self.members = members }

  /// Creates an object from members in any order, each with its place. If a key is repeated, the
  /// last value counts.
  @usableFromInline package init(unordered members: [Member]) {
    let isInOrder = members.indices.dropFirst().allSatisfy {
      members[$0 - 1].key.precedesByUTF16(members[$0].key)
    }
    // Sorting is stable, so the last of several members with the same key stays last.
    self.members = isInOrder ? members : Self.lastOfEachKey(Self.sorted(members))
  }

  /// Returns the members sorted by their keys. Those with the same key keep their order.
  private static func sorted(_ members: [Member]) -> [Member] {
    guard members.count <= fewMembers else {
      return members.sorted { $0.key.precedesByUTF16($1.key) }
    }

    // Insertion sort: `sorted` allocates more memory than sorting few members takes time.
    var sorted = members
    for end in sorted.indices.dropFirst() {
      var index = end
      while index > 0, sorted[index].key.precedesByUTF16(sorted[index - 1].key) {
        sorted.swapAt(index, index - 1)
        index -= 1
      }
    }
    return sorted
  }

  /// The largest number of members for which insertion sort is used.
  private static let fewMembers = 16

  /// Returns the members without those that are followed by another one with the same key.
  private static func lastOfEachKey(_ sorted: [Member]) -> [Member] {
    /// Returns whether the next member has the same key.
    func isFollowedByItsKey(_ index: Int) -> Bool {
      index + 1 < sorted.count && sorted[index].key.hasSameBytes(as: sorted[index + 1].key)
    }

    guard sorted.indices.contains(where: isFollowedByItsKey) else { return sorted }
    return sorted.indices.filter { !isFollowedByItsKey($0) }.map { sorted[$0] }
  }

  /// Accesses the value of a key, or `nil` if there is none. Assigning `nil` removes the member.
  ///
  /// - Parameter key: The key, which is compared by its UTF-8 bytes.
  /// - Complexity: O(log *n*) to read, O(*n*) to add or remove.
  public subscript(key: String) -> JSONValue? {
    get {
      let index = firstIndex(notBefore: key)
      return holds(key, at: index) ? members[index].value : nil
    }
    set {
      let index = firstIndex(notBefore: key)
      switch (holds(key, at: index), newValue) {
      case (true, let value?): members[index].value = value
      case (true, nil): members.remove(at: index)
      case (false, let value?):
        members.insert(Member(key: key, value: value, place: placeOfNewMember), at: index)
      case (false, nil): break
      }
    }
  }

  /// Returns whether the member at an index has a key. The index may be that of the end.
  private func holds(_ key: String, at index: Int) -> Bool {
    index < members.count && members[index].key.hasSameBytes(as: key)
  }

  /// Returns the index of a key, or the index at which to insert it.
  ///
  /// - Complexity: O(log *n*).
  private func firstIndex(notBefore key: String) -> Int {
    members.indices.partitionPoint { members[$0].key.precedesByUTF16(key) }
  }

  /// The place after all existing members.
  private var placeOfNewMember: UInt32 {
    members.reduce(0) { place, member in
      member.place == .max ? .max : Swift.max(place, member.place + 1)
    }
  }

  /// The members in the order in which they were parsed or added.
  var writtenMembers: [Member] {
    let isInOrder = members.indices.dropFirst().allSatisfy { index in
      members[index - 1].place <= members[index].place
    }
    return isInOrder ? members : members.sorted { $0.place < $1.place }
  }

  /// Returns an object with transformed values. The written order of the members stays the same.
  package func mapValues(_ transform: (JSONValue) -> JSONValue) -> JSONObject {
    JSONObject(
      inOrder: members.map { member in
        Member(key: member.key, value: transform(member.value), place: member.place)
      }
    )
  }
}

extension JSONObject: RandomAccessCollection {
  /// The first position, which is always zero.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { members.count }

  /// Accesses the member at a position in the order of the keys.
  public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject.Member: Hashable {
  /// Returns whether both have the same key, byte by byte, and equal values.
  public static func == (left: Self, right: Self) -> Bool {
    left.key.hasSameBytes(as: right.key) && left.value == right.value
  }

  /// Hashes the bytes of the key, and the value.
  public func hash(into hasher: inout Hasher) {
    key.hashBytes(into: &hasher)
    hasher.combine(value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object from a literal, without the members whose value is `nil`. If a key is
  /// repeated, the last value counts.
  public init(dictionaryLiteral members: (String, JSONValue?)...) {
    var present: [Member] = []
    present.reserveCapacity(members.count)
    for (key, value) in members {
      guard let value else { continue }
      present.append(
        Member(key: key, value: value, place: UInt32(truncatingIfNeeded: present.count))
      )
    }
    self.init(unordered: present)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The compact canonical text.
  public var description: String { JSONValue.object(self).canonicalText() }
}
