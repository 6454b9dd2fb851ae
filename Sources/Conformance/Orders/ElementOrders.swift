package import CanonicalJSON

/// The orderings of the elements of arrays whose order doesn't matter, as a manifest declares them.
package struct ElementOrders: ScheduleSpace {
  /// For each array, in order: the positions of its elements in the sequence in which they are
  /// sent.
  package typealias Schedule = [[Int]]

  /// An array of the case whose elements may come in any order.
  private struct List: Sendable {
    let pointer: JSONPointer
    /// The elements in the order of the case. A schedule holds positions in this array.
    let elements: [JSONValue]
    /// The clause that says that the order makes no difference, or `nil` if there is none.
    let clause: String?
    /// The orderings of the elements. Equal elements keep their order, since it makes no
    /// difference.
    let orders: Interleavings

    /// Creates the list of an array, or returns `nil` if the value isn't an array or all of its
    /// elements are equal.
    init?(_ array: JSONValue, at pointer: JSONPointer, clause: String?) {
      guard let elements = array.elements else { return nil }
      let positions = Dictionary(grouping: elements.indices) { elements[$0] }
      guard positions.count > 1 else { return nil }

      self.pointer = pointer
      self.elements = elements
      self.clause = clause
      orders = Interleavings(sequences: positions.values.sorted { $0[0] < $1[0] })
    }
  }

  /// The input of the case, in which `input(of:)` replaces the arrays.
  private let input: JSONValue
  /// The arrays that have more than one ordering, in the order of declaration.
  private let lists: [List]

  /// Creates the orderings for a case, or returns `nil` if no declared array has two different
  /// elements.
  init?(of testCase: Case) {
    input = testCase.input
    lists = testCase.operation.anyOrder.flatMap { declared in
      declared.array.places(in: testCase.input).compactMap { pointer, array in
        List(array, at: pointer, clause: declared.clause?.name)
      }
    }
    if lists.isEmpty { return nil }
  }

  /// The number of all orderings, or `nil` if the arrays have more than 7 elements in total.
  package var count: Int? {
    let elementCount = lists.reduce(0) { $0 + $1.elements.count }
    guard elementCount <= 7 else { return nil }
    return lists.reduce(1) { $0 * $1.orders.count }
  }

  /// Returns the schedule with a number. The orderings of the first array change fastest.
  package func schedule(number: Int) -> Schedule {
    lists.map(\.orders).interleavings(number: number)
  }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    lists.map(\.orders).interleavings(using: &generator)
  }

  /// Returns the input of the case with each array in the order of the schedule. An element that
  /// the schedule leaves out is missing from the array.
  package func input(of schedule: Schedule) -> JSONValue {
    zip(lists, schedule).reduce(input) { input, part in
      let (list, order) = part
      return input.replacing(list.pointer.tokens[...], by: .array(order.map { list.elements[$0] }))
    }
  }

  /// Returns the input with the elements that the schedule keeps, in the order of the case.
  package func baseline(of schedule: Schedule) -> JSONValue {
    input(of: schedule.map { $0.sorted() })
  }

  /// Returns the schedules with one array in the order of the case, then those without one element,
  /// then those with two adjacent elements swapped into order.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let moved = schedule.filter { $0 != $0.sorted() }

    /// Returns the copies of the schedule in which one array is simpler.
    func each(_ simpler: ([Int]) -> [[Int]]) -> [Schedule] {
      schedule.indices.flatMap { list in
        simpler(schedule[list]).map { order in
          var schedule = schedule
          schedule[list] = order
          return schedule
        }
      }
    }

    let inOrder = moved.count > 1 ? each { $0 == $0.sorted() ? [] : [$0.sorted()] } : []
    return inOrder + each(\.shortened) + each(\.straightened)
  }

  /// Returns the elements of the arrays that aren't in the order of the case, one line each, with
  /// the pointer to the element's place in the case.
  package func arrivals(of schedule: Schedule) -> [String] {
    zip(lists, schedule).filter { $1 != $1.sorted() }.flatMap { list, order in
      order.map { "\(list.pointer)/\($0)  \(list.elements[$0].writtenText())" }
    }
  }

  /// Returns the distinct clauses about the arrays that aren't in the order of the case.
  package func clauses(of schedule: Schedule) -> [String] {
    zip(lists, schedule).filter { $1 != $1.sorted() }.compactMap(\.0.clause).distinct(by: \.self)
  }
}

extension JSONValue {
  /// Returns the value with another one at a path of member names and array positions.
  ///
  /// A path that leads nowhere changes nothing.
  fileprivate func replacing(_ tokens: ArraySlice<String>, by value: JSONValue) -> JSONValue {
    guard let token = tokens.first else { return value }
    switch self {
    case .array(var elements):
      if let index = Int(token), elements.indices.contains(index) {
        elements[index] = elements[index].replacing(tokens.dropFirst(), by: value)
      }
      return .array(elements)

    case .object(var members):
      members[token] = members[token]?.replacing(tokens.dropFirst(), by: value)
      return .object(members)

    default: return self
    }
  }
}
