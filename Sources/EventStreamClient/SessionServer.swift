internal import CanonicalJSON
internal import EventStream
public import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The address of a server that runs sessions, and the key for its requests.
///
/// ```swift
/// let server = SessionServer(
///   baseURL: URL(string: "http://192.168.1.2:8080")!,
///   apiKey: "secret"
/// )
/// ```
public struct SessionServer: Sendable {
  /// The URL that the paths are appended to. Its query and fragment aren't used.
  public var baseURL: URL
  /// The API key that each request has, or `nil` if the server requires none.
  public var apiKey: String?
  /// The name of the header that has the API key.
  public var apiKeyHeader: String
  /// The path of a session's status, in which `{id}` is replaced by the session's id. The path
  /// isn't percent-encoded.
  public var statusPath: String
  /// The path of a session's stream of server-sent events, in the same form as ``statusPath``.
  public var streamPath: String
  /// The maximum time without a byte on a stream. After that time, the client reconnects.
  ///
  /// A connection that vanished without an end is otherwise never noticed. Choose a time that is
  /// longer than the interval of the server's keep-alive comments.
  public var quietTime: Duration

  /// Creates a server, by default one without an API key and with the paths of the session API.
  ///
  /// - Parameters:
  ///   - baseURL: The URL that the paths are appended to.
  ///   - apiKey: The API key, or `nil` if the server requires none.
  ///   - apiKeyHeader: The name of the header that has the API key.
  ///   - statusPath: The path of a session's status, with `{id}` in place of the session's id.
  ///   - streamPath: The path of a session's stream, in the same form.
  ///   - quietTime: The maximum time without a byte on a stream.
  public init(
    baseURL: URL,
    apiKey: String? = nil,
    apiKeyHeader: String = "X-API-Key",
    statusPath: String = "/api/sessions/{id}/status",
    streamPath: String = "/api/sessions/{id}/events",
    quietTime: Duration = .seconds(300)
  ) {
    self.baseURL = baseURL
    self.apiKey = apiKey
    self.apiKeyHeader = apiKeyHeader
    self.statusPath = statusPath
    self.streamPath = streamPath
    self.quietTime = quietTime
  }

  /// Returns the HTTP request for a request of a session, or `nil` if its address isn't a URL.
  func urlRequest(for request: SessionRequest) -> URLRequest? {
    guard let url = url(for: request) else { return nil }

    var urlRequest = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    urlRequest.setValue(apiKey, forHTTPHeaderField: apiKeyHeader)

    switch request.kind {
    case .status:
      urlRequest.setValue("application/json", forHTTPHeaderField: "Accept")
    case .stream:
      urlRequest.setValue("text/event-stream", forHTTPHeaderField: "Accept")
      urlRequest.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
      urlRequest.setValue(request.lastEventID, forHTTPHeaderField: "Last-Event-ID")
      urlRequest.timeoutInterval = quietTime / .seconds(1)
    }

    return urlRequest
  }

  /// Returns the address of a request: the base URL with the path, in which the id is encoded.
  private func url(for request: SessionRequest) -> URL? {
    let template = request.kind == .status ? statusPath : streamPath
    let id = request.session.addingPercentEncoding(withAllowedCharacters: Self.unreserved)
    let parts = template.components(separatedBy: "{id}").map {
      $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    }

    guard var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true), let id,
      !parts.contains(nil)
    else { return nil }

    let path = parts.compactMap(\.self).joined(separator: id)
    let base = components.percentEncodedPath
    let prefix = base.hasSuffix("/") ? String(base.dropLast()) : base
    components.percentEncodedPath = prefix + (path.hasPrefix("/") ? "" : "/") + path
    components.query = nil
    components.fragment = nil
    return components.url
  }

  /// The characters that have no special meaning in any part of a URL (RFC 3986, section 2.3).
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )
}

extension SessionServer: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: SessionServer, right: SessionServer) -> Bool {
    left.baseURL == right.baseURL
      && left.apiKey.hasSameBytes(as: right.apiKey)
      && left.apiKeyHeader.hasSameBytes(as: right.apiKeyHeader)
      && left.statusPath.hasSameBytes(as: right.statusPath)
      && left.streamPath.hasSameBytes(as: right.streamPath)
      && left.quietTime == right.quietTime
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(baseURL)
    hasher.combine(apiKey.textKey)
    hasher.combine(apiKeyHeader.textKey)
    hasher.combine(statusPath.textKey)
    hasher.combine(streamPath.textKey)
    hasher.combine(quietTime)
  }
}

extension SessionServer: CustomReflectable {
  /// The members that `print` shows. The API key must not appear in logs.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "baseURL": baseURL,
        "apiKeyHeader": apiKeyHeader,
        "statusPath": statusPath,
        "streamPath": streamPath,
        "quietTime": quietTime,
      ],
      displayStyle: .struct
    )
  }
}
