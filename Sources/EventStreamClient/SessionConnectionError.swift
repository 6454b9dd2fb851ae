public import EventStream
public import Foundation

/// The reason why a session isn't connected.
public enum SessionConnectionError: Error, Hashable, Sendable {
  /// The address of a request isn't a valid URL.
  case invalidAddress
  /// A request failed without a response, or its response broke off.
  case requestFailed(SessionRequest.Kind, code: URLError.Code)
  /// The server responded with an HTTP status other than 200.
  case unexpectedResponse(SessionRequest.Kind, status: Int)
  /// The status isn't a JSON object, is nested too deeply, or has more than a megabyte.
  case unreadableStatus
  /// The server ended the stream.
  case streamEnded
  /// A line of the stream exceeds the limit in bytes.
  case lineTooLong(limit: Int)
}
