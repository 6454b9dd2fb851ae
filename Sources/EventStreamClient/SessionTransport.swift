internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends requests, and reports everything that arrives for them in one stream of signals.
///
/// It uses a delegate, because `URLSession.bytes(for:)` doesn't exist on Linux.
struct SessionTransport: Sendable {
  /// Something that arrived for a request.
  enum Signal: Sendable {
    /// The head of the response, with its HTTP status.
    case head(request: Int, status: Int)
    /// Bytes of the response's body.
    case bytes(request: Int, [UInt8])
    /// The end of the response. `status` is the HTTP status if there was a head, and `failure` is
    /// the error code if the response isn't complete.
    case end(request: Int, status: Int?, failure: URLError.Code?)
  }

  /// The signals, in the order in which they arrive. They end after ``invalidate()``.
  let signals: AsyncStream<Signal>
  private let continuation: AsyncStream<Signal>.Continuation
  private let session: URLSession

  /// Creates a transport whose requests have a configuration, such as timeouts and proxies.
  init(configuration: URLSessionConfiguration) {
    let (signals, continuation) = AsyncStream.makeStream(of: Signal.self)
    self.signals = signals
    self.continuation = continuation

    let uncached = configuration.copy() as? URLSessionConfiguration ?? configuration
    // On Linux, canceling a task that still waits for the cache crashes. No response is cached
    // anyway.
    uncached.urlCache = nil

    session = URLSession(
      configuration: uncached,
      delegate: TransportDelegate(signals: continuation),
      delegateQueue: nil
    )
  }

  /// Sends a request, and returns its task.
  ///
  /// - Parameter number: The number that the request's signals have.
  func send(_ urlRequest: URLRequest, number: Int) -> URLSessionDataTask {
    let task = session.dataTask(with: urlRequest)
    task.taskDescription = "\(number)"
    task.resume()
    return task
  }

  /// Cancels all requests, and ends the signals.
  func invalidate() {
    continuation.finish()
    session.invalidateAndCancel()
  }
}

/// Turns the calls of a `URLSession` into signals.
private final class TransportDelegate: NSObject, URLSessionDataDelegate {
  private let signals: AsyncStream<SessionTransport.Signal>.Continuation

  /// Creates a delegate that sends its signals to a stream. It never ends the stream.
  init(signals: AsyncStream<SessionTransport.Signal>.Continuation) {
    self.signals = signals
  }

  /// Refuses a redirect, so that its own status becomes that of the response.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // To the contract, a redirect is a failure. Following one would also send the API key along.
    completionHandler(nil)
  }

  /// Reports the head of a response, unless it isn't an HTTP response.
  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let status = dataTask.httpStatus {
      signals.yield(.head(request: dataTask.number, status: status))
    }
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
    let failure = error.map { ($0 as? URLError)?.code ?? .unknown }
    signals.yield(.end(request: task.number, status: task.httpStatus, failure: failure))
  }
}

extension URLSessionTask {
  /// The number of the request, or 0 if the task has none.
  fileprivate var number: Int { taskDescription.flatMap { Int($0) } ?? 0 }

  /// The HTTP status of the response, or `nil` if there is no response yet.
  fileprivate var httpStatus: Int? { (response as? HTTPURLResponse)?.statusCode }
}
