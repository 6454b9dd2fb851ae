/// The scripts and style sheets that draw outputs as pictures.
///
/// The script of each view draws the outputs of one built-in contract. See `picture.js`.
enum PictureResources {
  /// The scripts, which need those of `elements.js` and `differences.js`.
  static let scripts = [
    PackageResources.picture_js,
    PackageResources.session_detail_js,
    PackageResources.agent_directory_js,
    PackageResources.chat_history_js,
    PackageResources.event_stream_js,
    PackageResources.clawdbot_protocol_js,
    PackageResources.picture_frame_js,
  ]

  /// The style sheets, which need that of `base.css`.
  static let styles = [
    PackageResources.picture_css,
    PackageResources.session_detail_css,
    PackageResources.agent_directory_css,
    PackageResources.chat_history_css,
    PackageResources.event_stream_css,
    PackageResources.clawdbot_protocol_css,
  ]
}
