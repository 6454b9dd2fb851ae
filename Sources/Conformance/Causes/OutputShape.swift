internal import CanonicalJSON

/// How much the outputs of an operation say about a mistake.
enum OutputShape {
  /// An output has members and elements, whose names and values distinguish mistakes.
  case structure
  /// An output consists of booleans and a few short texts, so that many mistakes have the same
  /// differences.
  case verdict
  /// An output is one text.
  case text

  /// Determines the shape from goldens and outputs.
  init(of values: some Sequence<JSONValue>) {
    var survey = LeafSurvey()
    for value in values {
      survey.add(value)
      guard survey.isUndecided else { break }
    }
    self = survey.shape
  }
}

/// The leaves of some outputs: the values that aren't arrays or objects.
private struct LeafSurvey {
  /// The number of leaves.
  private var count = 0
  /// The distinct texts, as long as the outputs may be verdicts.
  private var texts: Set<TextKey> = []
  /// Whether no number and no long text was found.
  private var mayBeVerdicts = true
  /// Whether each output was one text.
  private var mayBeTexts = true

  /// The maximum length of a text in a verdict, in bytes.
  private static let longestVerdict = 64
  /// The number of different texts that verdicts may have, whatever the number of outputs.
  private static let fewTexts = 2

  /// Whether more outputs can still change the shape.
  var isUndecided: Bool { mayBeVerdicts || mayBeTexts }

  /// The shape that the leaves so far suggest.
  var shape: OutputShape {
    let areFew = texts.count <= max(Self.fewTexts, count / 4)
    if count > 0, mayBeVerdicts, areFew { return .verdict }
    return count > 0 && mayBeTexts ? .text : .structure
  }

  /// Adds the leaves of an output.
  mutating func add(_ output: JSONValue) {
    let earlier = count
    addLeaves(of: output)
    mayBeTexts = mayBeTexts && count == earlier + 1
  }

  /// Adds the leaves of a value, and stops once the shape is decided.
  private mutating func addLeaves(of value: JSONValue) {
    guard isUndecided else { return }

    switch value {
    case .object(let members):
      for member in members { addLeaves(of: member.value) }
    case .array(let elements):
      for element in elements { addLeaves(of: element) }
    case .string(let text):
      count += 1
      mayBeVerdicts = mayBeVerdicts && text.utf8.count <= Self.longestVerdict
      if mayBeVerdicts { texts.insert(TextKey(text)) }
    case .bool, .null:
      count += 1
      mayBeTexts = false
    case .number:
      count += 1
      mayBeTexts = false
      mayBeVerdicts = false
    }
  }
}
