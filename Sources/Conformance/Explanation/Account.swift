/// How an input became its output, part by part and rule by rule, in a contract's own words.
///
/// Texts may be anything that a case or an implementation says; `AccountReport` escapes them.
package struct Account: Sendable {
  /// Parts of the input that belong together, in their order.
  package typealias Section = (title: String, parts: [Part])
  /// Something that became of a part, and the ids of the clauses by which it did.
  package typealias Fate = (text: String, rules: [String])

  /// One part of the input, and what became of it.
  package struct Part: Sendable {
    package let name: String
    /// What tells it from others, in a word or two each.
    package let details: [String]
    /// What it says, in short; it is cut at the end of the line.
    package let excerpt: String
    package let fates: [Fate]

    package init(_ name: String, details: [String] = [], excerpt: String = "", fates: [Fate]) {
      self.name = name
      self.details = details
      self.excerpt = excerpt
      self.fates = fates
    }
  }

  package let sections: [Section]
  package let pictureTitle: String
  /// The output as a person would see it.
  package let picture: [Paragraph]

  package init(_ sections: [Section], pictureTitle: String, picture: [Paragraph]) {
    self.sections = sections
    self.pictureTitle = pictureTitle
    self.picture = picture
  }

  /// A text of the picture, in lines as wide as there is room.
  package struct Paragraph: Hashable, Sendable {
    /// How much of a text is shown.
    package enum Extent: Hashable, Sendable {
      case whole
      /// What fits on one line.
      case line
      /// So many lines, less those that are blank, and how many more there are.
      case lines(Int)
    }

    /// How many columns from the margin it begins.
    package let indent: Int
    /// What stands before the first line; the others are indented by as much.
    package let lead: StyledLine.Span
    package let text: String
    package let style: Style
    /// What stands behind a text on one line, or behind the last line.
    package let note: String
    package let extent: Extent

    package init(
      _ text: String,
      _ style: Style = .plain,
      indent: Int = 0,
      lead: StyledLine.Span = .init(""),
      note: String = "",
      extent: Extent = .whole
    ) {
      self.indent = indent
      self.lead = lead
      self.text = text
      self.style = style
      self.note = note
      self.extent = extent
    }
  }
}
