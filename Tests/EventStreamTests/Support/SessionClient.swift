import EventStream
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Watches a session on a real server as an app would, with an `EventSession`, a `URLSession` and a
/// clock.
struct SessionClient {
  typealias Session = EventSession<ContinuousClock.Instant>

  /// The session and its history.
  struct Recording {
    var session = Session()
    var connections: [SessionConnection] = []
    var requests: [SessionRequest] = []
    /// Whether no request runs and no more will be made.
    var isOver = false
  }

  let server: URL

  /// Connects, and follows the session until it makes no more attempts.
  func watch(_ id: String) async -> Recording {
    let (signals, continuation) = AsyncStream.makeStream(of: NetworkSignal.self)
    let network = Network(server: server, signals: continuation)
    var recording = Recording()
    var replies: [Int: (status: Int, body: [UInt8])] = [:]
    take(.connect(session: id), &recording, network)
    for await signal in signals {
      switch signal {
      case .head(let request, let status) where recording.kind(of: request) == .status:
        replies[request] = (status, [])
      case .bytes(let request, let bytes) where recording.kind(of: request) == .status:
        replies[request]?.body += bytes
      case .head(let request, let status):
        take(.open(request: request, status: status), &recording, network)
        if status != 200 { network.cancel(request) }
      case .bytes(let request, let bytes):
        take(.receive(request: request, bytes: bytes), &recording, network)
      case .end(let request, let isWhole):
        if isWhole, let reply = replies[request] {
          take(
            .reply(request: request, status: reply.status, body: reply.body),
            &recording,
            network
          )
        } else {
          take(.close(request: request), &recording, network)
        }
      case .timer: take(.tick, &recording, network)
      }
      if recording.isOver { break }
    }
    network.finish()
    return recording
  }

  private func take(_ input: SessionInput, _ recording: inout Recording, _ network: Network) {
    let retryTime = recording.session.retryTime
    let actions = recording.session.take(input, at: .now)
    for request in actions.cancelled { network.cancel(request) }
    for request in actions.requests { network.start(request) }
    recording.requests += actions.requests
    if recording.connections.last != recording.session.connection {
      recording.connections.append(recording.session.connection)
    }
    let isConnected = ![.disconnected, .failed].contains(recording.session.connection)
    recording.isOver = !isConnected && actions.requests.isEmpty
    if let next = recording.session.retryTime, next != retryTime { network.wake(at: next) }
  }
}

extension SessionClient.Recording {
  fileprivate func kind(of request: Int) -> SessionRequest.Kind? {
    requests.first { $0.number == request }?.kind
  }
}
