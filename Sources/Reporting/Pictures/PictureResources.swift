internal import PageFiles

/// The scripts and style sheets that draw outputs as pictures.
///
/// A view draws the outputs of one built-in contract; see `picture.js`. A page has only the views
/// of its own contracts, because all of them together take 200 KB.
struct PictureResources {
  /// The scripts, which need those of `elements.js` and `differences.js`.
  let scripts: [String]
  /// The style sheets, which need that of `base.css`.
  let styles: [String]

  /// Selects what pages need to draw the outputs of some contracts.
  ///
  /// - Parameter contracts: The names of the contracts, also of those that have no view.
  init(of contracts: [String]) {
    let views = Self.views.filter { contracts.contains($0.contract) }
    let frame = String(cString: page_picture_frame_js())
    scripts = [String(cString: page_picture_js())] + views.map(\.script) + [frame]
    styles = [String(cString: page_picture_css())] + views.map(\.style)
  }

  /// The script and the style sheet that draw outputs of a contract.
  private struct View {
    let contract: String
    let script: String
    let style: String
  }

  private static let views = [
    View(
      contract: "session-detail",
      script: String(cString: page_session_detail_js()),
      style: String(cString: page_session_detail_css())
    ),
    View(
      contract: "agent-directory",
      script: String(cString: page_agent_directory_js()),
      style: String(cString: page_agent_directory_css())
    ),
    View(
      contract: "chat-history",
      script: String(cString: page_chat_history_js()),
      style: String(cString: page_chat_history_css())
    ),
    View(
      contract: "event-stream",
      script: String(cString: page_event_stream_js()),
      style: String(cString: page_event_stream_css())
    ),
    View(
      contract: "clawdbot-protocol",
      script: String(cString: page_clawdbot_protocol_js()),
      style: String(cString: page_clawdbot_protocol_css())
    ),
  ]
}
