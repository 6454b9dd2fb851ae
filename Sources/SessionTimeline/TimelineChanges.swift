internal import CanonicalJSON

/// One step that a list of entries takes to follow its timeline.
public enum TimelineChange: Sendable {
  /// A new entry with this id stands right after another; nil: at the start.
  case inserted(String, after: String?)
  /// The entry with this id shows something else.
  case updated(String)
  /// The entry with this id is gone.
  case removed(String)
  /// The entry with this id stands right after another now, nil: at the start, and shows something else.
  case moved(String, after: String?)
}

/// What an update of a timeline changed, by the ids of entries.
///
/// Taken one by one, in order, the changes turn the list of ids from before the update into the one after it. Ids are
/// told apart by their bytes, which `String ==` does not do.
public struct TimelineChanges: Sendable, Equatable {
  private let steps: [TimelineChange]

  package init(_ steps: [TimelineChange]) {
    self.steps = steps
  }
}

extension TimelineChanges: RandomAccessCollection {
  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of changes.
  public var endIndex: Int { steps.count }

  /// The change at a place in the order in which they are to be applied.
  public subscript(index: Int) -> TimelineChange { steps[index] }
}

extension TimelineChanges: ExpressibleByArrayLiteral {
  /// Changes in the order in which they are to be applied.
  public init(arrayLiteral steps: TimelineChange...) {
    self.init(steps)
  }
}

extension TimelineChange: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: TimelineChange, right: TimelineChange) -> Bool {
    switch (left, right) {
    case (.inserted(let left, let leftAfter), .inserted(let right, let rightAfter)),
      (.moved(let left, let leftAfter), .moved(let right, let rightAfter)):
      left.hasSameBytes(as: right) && sameBytes(leftAfter, rightAfter)
    case (.updated(let left), .updated(let right)), (.removed(let left), .removed(let right)):
      left.hasSameBytes(as: right)
    default: false
    }
  }
}
