/// The scripts and style sheets that draw outputs as pictures.
///
/// A view draws the outputs of one built-in contract; see `picture.js`. A page has only the views
/// of its own contracts, because all of them together take 200 KB.
struct PictureResources {
  /// The scripts, which need those of `elements.js` and `differences.js`.
  let scripts: [[UInt8]]
  /// The style sheets, which need that of `base.css`.
  let styles: [[UInt8]]

  /// Selects what pages need to draw the outputs of some contracts.
  ///
  /// - Parameter contracts: The names of the contracts, also of those that have no view.
  init(of contracts: [String]) {
    let views = Self.views.filter { contracts.contains($0.contract) }
    scripts =
      [PackageResources.picture_js] + views.map(\.script) + [PackageResources.picture_frame_js]
    styles = [PackageResources.picture_css] + views.map(\.style)
  }

  /// The script and the style sheet that draw outputs of a contract.
  private struct View {
    let contract: String
    let script: [UInt8]
    let style: [UInt8]
  }

  private static let views = [
    View(
      contract: "session-detail",
      script: PackageResources.session_detail_js,
      style: PackageResources.session_detail_css
    ),
    View(
      contract: "agent-directory",
      script: PackageResources.agent_directory_js,
      style: PackageResources.agent_directory_css
    ),
    View(
      contract: "chat-history",
      script: PackageResources.chat_history_js,
      style: PackageResources.chat_history_css
    ),
    View(
      contract: "event-stream",
      script: PackageResources.event_stream_js,
      style: PackageResources.event_stream_css
    ),
    View(
      contract: "clawdbot-protocol",
      script: PackageResources.clawdbot_protocol_js,
      style: PackageResources.clawdbot_protocol_css
    ),
  ]
}
