/// A rule of the contract `session-detail`, named as there.
public enum Rule: String, CaseIterable, Sendable {
  /// Deduplication by id: the latest write wins.
  case r1 = "R1"
  /// The order of rows.
  case r2 = "R2"
  /// What counts as a row.
  case r3 = "R3"
  /// Convergence of load and updates.
  case r4 = "R4"

  /// Plain text.
  case p1 = "P1"
  /// `raw_json` wrappers.
  case p2 = "P2"
  /// Protocol artifacts.
  case p3 = "P3"
  /// Trimming.
  case p4 = "P4"
  /// Roles.
  case p5 = "P5"
  /// Visible text.
  case p6 = "P6"
  /// Assistant payloads.
  case p7 = "P7"
  /// User payloads.
  case p8 = "P8"
  /// Results.
  case p9 = "P9"
  /// Terminal output.
  case p10 = "P10"
  /// Commands of the user.
  case p11 = "P11"
  /// Payloads of any other type.
  case p12 = "P12"
  /// An entry's content.
  case p13 = "P13"

  /// What a tool use says.
  case t1 = "T1"
  /// A tool's summary.
  case t2 = "T2"
  /// The outcomes of tools.
  case t3 = "T3"
  /// The identity of tools.
  case t4 = "T4"
  /// Sub-agents and their tools.
  case t5 = "T5"
  /// Repeated sub-agents.
  case t6 = "T6"
  /// One message in several rows.
  case t7 = "T7"
  /// Display groups.
  case t8 = "T8"

  /// The form of encrypted rows.
  case e1 = "E1"
  /// Failures in the initial load.
  case e2 = "E2"
  /// Failures in updates.
  case e3 = "E3"
}
