/// The members of an object, each key once, always in the order in which RFC 8785 writes them.
///
/// That order is by UTF-16 code units (section 3.2.3). Keys are the same only when their UTF-8
/// bytes are.
///
/// An object also remembers the order in which its members were read or given, for
/// ``JSONValue/writtenText()``. A new member comes last there. Nothing else depends on it.
public struct JSONObject: Hashable, Sendable {
  private(set) var members: [Member]

  /// A key and its value.
  public struct Member: Sendable {
    /// The key.
    public let key: String
    /// The value.
    public var value: JSONValue
    /// The position among the members as they were read or given; a lower place comes first.
    ///
    /// It takes no room: 32 bits fit into a gap of the layout.
    package var place: UInt32

    @usableFromInline package init(key: String, value: JSONValue, place: UInt32) {
      self.key = key
      self.value = value
      self.place = place
    }
  }

  /// Makes an object of members in any order. Of a repeated key the last wins.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init(
      unordered: members.enumerated().map { index, member in
        Member(key: member.0, value: member.1, place: UInt32(truncatingIfNeeded: index))
      }
    )
  }

  /// - Parameter members: in the order of RFC 8785, each key once.
  init(inOrder members: [Member]) { self.members = members }

  /// Makes an object of members in any order, each with its place. Of a repeated key the last wins.
  @usableFromInline package init(unordered members: [Member]) {
    let isInOrder = members.indices.dropFirst().allSatisfy {
      members[$0 - 1].key.precedesByUTF16(members[$0].key)
    }
    // Sorting is stable, so that of members with the same key the last one given comes last.
    self.members =
      isInOrder ? members : Self.lastOfEachKey(members.sorted { $0.key.precedesByUTF16($1.key) })
  }

  private static func lastOfEachKey(_ sorted: [Member]) -> [Member] {
    func isFollowedByItsKey(_ index: Int) -> Bool {
      index + 1 < sorted.count && sorted[index].key.hasSameBytes(as: sorted[index + 1].key)
    }
    guard sorted.indices.contains(where: isFollowedByItsKey) else { return sorted }
    return sorted.indices.filter { !isFollowedByItsKey($0) }.map { sorted[$0] }
  }

  /// The value of a key; nil when there is none. Assigning nil removes the member.
  ///
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

  private func holds(_ key: String, at index: Int) -> Bool {
    index < members.count && members[index].key.hasSameBytes(as: key)
  }

  private func firstIndex(notBefore key: String) -> Int {
    members.indices.partitionPoint { members[$0].key.precedesByUTF16(key) }
  }

  /// After all that there are.
  private var placeOfNewMember: UInt32 {
    members.reduce(0) { place, member in
      member.place == .max ? .max : Swift.max(place, member.place + 1)
    }
  }

  /// The members in the order in which they were read or given.
  var writtenMembers: [Member] {
    let isInOrder = members.indices.dropFirst().allSatisfy { index in
      members[index - 1].place <= members[index].place
    }
    return isInOrder ? members : members.sorted { $0.place < $1.place }
  }

  /// The object with each value changed, its members in the order in which they were read or given.
  package func mapValues(_ transform: (JSONValue) -> JSONValue) -> JSONObject {
    JSONObject(
      inOrder: members.map { member in
        Member(key: member.key, value: transform(member.value), place: member.place)
      }
    )
  }
}

extension JSONObject: RandomAccessCollection {
  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { members.count }

  /// The member at a position in the order of the keys.
  public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject.Member: Hashable {
  /// Whether both have the same key, byte by byte, and the same value.
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
  /// Makes an object of a literal, without the members whose value is nil. Of a repeated key the
  /// last wins.
  public init(dictionaryLiteral members: (String, JSONValue?)...) {
    self.init(members.lazy.compactMap { key, value in value.map { (key, $0) } })
  }
}
