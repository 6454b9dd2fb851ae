extension RowDisposition {
  /// A rule of the contract `session-detail` that can decide what happens to a row. The raw value
  /// is the rule's id in the contract.
  public enum Rule: String, CaseIterable, Sendable {
    /// Deduplication by id: the latest write wins.
    case r1 = "R1"

    /// Content that is plain text.
    case p1 = "P1"
    /// `raw_json` wrappers.
    case p2 = "P2"
    /// Protocol artifacts.
    case p3 = "P3"
    /// Assistant payloads.
    case p7 = "P7"
    /// User payloads.
    case p8 = "P8"
    /// Results.
    case p9 = "P9"
    /// Terminal output.
    case p10 = "P10"
    /// Commands from the user.
    case p11 = "P11"
    /// Payloads of all other types.
    case p12 = "P12"

    /// The outcomes of tools.
    case t3 = "T3"
    /// The identity of tools.
    case t4 = "T4"
    /// Sub-agents and their tools.
    case t5 = "T5"
    /// Repeated sub-agents.
    case t6 = "T6"
    /// Messages that consist of several rows.
    case t7 = "T7"

    /// The format of encrypted rows.
    case e1 = "E1"
    /// Decryption failures in the initial load.
    case e2 = "E2"
    /// Decryption failures in updates.
    case e3 = "E3"
  }
}
