import EventStream
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An event from the network or the clock, with the number of its request.
enum NetworkSignal: Sendable {
  case head(request: Int, status: Int)
  case bytes(request: Int, [UInt8])
  /// The end of a response. `isWhole` is `false` if it failed.
  case end(request: Int, isWhole: Bool)
  case timer
}

/// Makes the requests of a session, and reports all their events in one stream of signals.
final class Network {
  private let server: URL
  private let signals: AsyncStream<NetworkSignal>.Continuation
  private let session: URLSession
  private var tasks: [Int: URLSessionDataTask] = [:]

  init(server: URL, signals: AsyncStream<NetworkSignal>.Continuation) {
    self.server = server
    self.signals = signals
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 10
    session = URLSession(
      configuration: configuration,
      delegate: Delegate(signals: signals),
      delegateQueue: nil
    )
  }

  func start(_ request: SessionRequest) {
    let path = "sessions/\(request.session)/\(request.kind.rawValue)"
    var urlRequest = URLRequest(url: server.appendingPathComponent(path))
    urlRequest.setValue(request.lastEventID, forHTTPHeaderField: "Last-Event-ID")
    let task = session.dataTask(with: urlRequest)
    task.taskDescription = "\(request.number)"
    tasks[request.number] = task
    task.resume()
  }

  func cancel(_ request: Int) { tasks.removeValue(forKey: request)?.cancel() }

  func wake(at time: ContinuousClock.Instant) {
    Task { [signals] in
      try? await Task.sleep(until: time, clock: .continuous)
      signals.yield(.timer)
    }
  }

  func finish() {
    signals.finish()
    session.invalidateAndCancel()
  }
}

private final class Delegate: NSObject, URLSessionDataDelegate {
  private let signals: AsyncStream<NetworkSignal>.Continuation

  init(signals: AsyncStream<NetworkSignal>.Continuation) {
    self.signals = signals
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    signals.yield(
      .head(request: dataTask.number, status: (response as? HTTPURLResponse)?.statusCode ?? 0)
    )
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    signals.yield(.bytes(request: dataTask.number, Array(data)))
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    signals.yield(.end(request: task.number, isWhole: error == nil))
  }
}

extension URLSessionTask {
  /// The number of the session's request, or 0 if the task has none.
  fileprivate var number: Int { taskDescription.flatMap { Int($0) } ?? 0 }
}
