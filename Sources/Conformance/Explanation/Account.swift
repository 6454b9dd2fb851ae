/// An explanation of how an input became its output, part by part and rule by rule, in the
/// contract's own terms.
///
/// Its texts may come from a case or an implementation, unescaped. `AccountReport` escapes them.
package struct Account: Sendable {
  /// A title and the parts of the input under it, in their order.
  package typealias Section = (title: String, parts: [Part])
  /// Something that happened to a part, and the ids of the clauses that require it.
  package typealias Disposition = (text: String, rules: [String])

  /// One part of the input, and what happened to it.
  package struct Part: Sendable {
    /// What the contract calls the part, and which one it is.
    package let name: String
    /// Details that distinguish it from other parts, in one or two words each.
    package let details: [String]
    /// A short excerpt of its content. It is cut at the end of the line.
    package let excerpt: String
    /// What happened to it, in order. Several rules may apply to one part.
    package let dispositions: [Disposition]

    package init(
      _ name: String,
      details: [String] = [],
      excerpt: String = "",
      dispositions: [Disposition]
    ) {
      self.name = name
      self.details = details
      self.excerpt = excerpt
      self.dispositions = dispositions
    }
  }

  /// The sections in the order in which a report shows them, before the picture.
  package let sections: [Section]
  /// The heading of the picture.
  package let pictureTitle: String
  /// The output as a user would see it.
  package let picture: [Paragraph]

  package init(_ sections: [Section], pictureTitle: String, picture: [Paragraph]) {
    self.sections = sections
    self.pictureTitle = pictureTitle
    self.picture = picture
  }

  /// A text of the picture, wrapped to the available width.
  package struct Paragraph: Hashable, Sendable {
    /// The amount of a text to show.
    package enum Extent: Hashable, Sendable {
      case whole
      /// The beginning that fits on one line.
      case line
      /// Up to a number of lines, not counting blank lines, and the number of lines left out.
      case lines(Int)
    }

    /// The meaning of a text.
    package enum Tone: Hashable, Sendable {
      case plain
      /// Less important than the text around it.
      case secondary
      case name
      case success
      case failure
    }

    /// A sign with its meaning.
    package struct Lead: Hashable, Sendable {
      package let text: String
      package let tone: Tone

      package init(_ text: String, _ tone: Tone = .plain) {
        self.text = text
        self.tone = tone
      }
    }

    /// The number of columns to indent it by.
    package let indent: Int
    /// The sign before the first line. The other lines are indented by its width.
    package let lead: Lead
    package let text: String
    package let tone: Tone
    /// A note after the last line, or on a line of its own if there is no room.
    package let note: String
    package let extent: Extent

    /// Creates a paragraph. By default, it shows the whole text, without an indent, sign or note.
    package init(
      _ text: String,
      _ tone: Tone = .plain,
      indent: Int = 0,
      lead: Lead = Lead(""),
      note: String = "",
      extent: Extent = .whole
    ) {
      self.indent = indent
      self.lead = lead
      self.text = text
      self.tone = tone
      self.note = note
      self.extent = extent
    }
  }
}
