import CHTTPServer
import FoundationEssentials
import Glibc
import Sodium

/// An HTTP server that answers requests with a ``Service`` on its own threads.
///
/// `@unchecked Sendable`: any thread may call libmicrohttpd's functions, and the pointer never changes.
public final class HTTPServer: @unchecked Sendable {
  private let server: OpaquePointer
  private let handler: Handler

  /// The address, the limits and the certificate of a server.
  public struct Options: Sendable {
    /// The numeric address.
    public var address = "127.0.0.1"
    /// The port; 0 for any free one.
    public var port: UInt16 = 8080
    /// The number of threads that serve connections and answer requests from memory: one for each processor, because
    /// they never wait, except for locks that a thread without a processor holds.
    public var threads = UInt32(min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4))
    /// The number of threads for requests that use the storage.
    public var workers: UInt32 = 8
    public var maxConnections: UInt32 = 4096
    /// The maximum number of connections that have not sent a valid token yet. A further one closes the oldest.
    public var maxUnknownConnections: UInt32 = 1024
    /// The maximum number of connections from one address; 0 for no limit, as behind a proxy.
    public var maxConnectionsPerAddress: UInt32 = 64
    /// The time after which an idle connection is closed, in seconds.
    public var idleTimeout: UInt32 = 30
    /// The maximum time for a request in seconds, from the connection's start, or the end of its previous response,
    /// to the end of the response. After this time the connection is closed, even if it is still transferring slowly.
    public var requestTimeout: Int64 = 90
    /// The maximum time that a request waits for a worker, in seconds.
    public var queueTimeout: Int64 = 1
    /// Whether the last address in `X-Forwarded-For` is the sender's.
    public var isBehindProxy = false
    /// Whether other machines may read the metrics.
    public var hasPublicMetrics = false
    /// A clock in milliseconds that measures these times, for tests; `nil` for the real one.
    var milliseconds: (@Sendable () -> Int64)?
    /// The certificate chain and its private key, in PEM.
    public var certificate: (chain: String, privateKey: String)?

    public init() {}
  }

  /// Starts a server.
  ///
  /// - Throws: ``HTTPServerError``.
  public init(_ service: Service, _ options: Options = Options()) throws {
    if let failure = Sodium.failure { throw HTTPServerError(failure) }
    if let reason = chttp_load() {
      throw HTTPServerError(
        "cannot load libmicrohttpd (\(String(cString: reason))); "
          + "install the package libmicrohttpd12")
    }
    handler = Handler(service, options)
    server = try Self.start(options, handler)
  }

  deinit {
    handler.endStreams()
    chttp_stop(server)
  }

  /// The port that the server listens on.
  public var port: UInt16 { chttp_port(server) }

  /// The number of requests whose response has not been sent completely.
  var requestCount: Int { Int(chttp_request_count(server)) }

  /// The number of open connections.
  var connectionCount: Int { Int(chttp_connection_count(server)) }

  /// The number of requests that wait for a worker.
  var queueCount: Int { Int(chttp_queue_count(server)) }

  /// Closes the connections of requests that have taken too long, and returns their number. Answers requests that no
  /// worker handled in time. Unless the options have a clock, a thread calls this method regularly.
  func enforceDeadlines() -> Int { Int(chttp_enforce_deadlines(server)) }

  /// Sends a comment on each event stream, so that neither side considers it dead, and checks its reader's access.
  ///
  /// Call this method every 20 seconds.
  public func keepStreamsAlive() { handler.keepStreamsAlive() }

  /// Uses another certificate for new connections. Only one thread may call this method at a time.
  ///
  /// - Throws: ``HTTPServerError``; the previous certificate stays in use.
  public func replaceCertificate(_ certificate: (chain: String, privateKey: String)) throws {
    guard chttp_replace_certificate(server, certificate.chain, certificate.privateKey) else {
      throw HTTPServerError(
        "the certificate or its key is not valid; the previous one stays in use")
    }
  }

  /// Starts reading the storage for `/v1/health`, without waiting. Call this method every second.
  public func checkStorage() { handler.checkStorage(server) }

  /// Stops listening, ends event streams, and waits until the responses to earlier requests are sent.
  ///
  /// - Parameter timeout: The maximum time to wait for slow clients.
  /// - Returns: Whether all responses were sent.
  public func finish(timeout: Duration) -> Bool {
    chttp_quiesce(server)
    handler.endStreams()
    let start = ContinuousClock.now
    while requestCount > 0, .now - start < timeout { usleep(10_000) }
    return requestCount == 0
  }

  private static func start(_ options: Options, _ handler: Handler) throws -> OpaquePointer {
    let server = options.address.withCString { address in
      withCStrings(options.certificate) { chain, key in
        var cOptions = chttp_options(
          address: address, port: options.port, threads: options.threads,
          workers: options.workers, max_connections: options.maxConnections,
          max_unknown_connections: options.maxUnknownConnections,
          max_connections_per_address: options.maxConnectionsPerAddress,
          timeout_seconds: options.idleTimeout,
          request_milliseconds: options.requestTimeout * 1000,
          queue_milliseconds: options.queueTimeout * 1000,
          now: options.milliseconds == nil ? nil : { Handler.from($0)?.milliseconds?() ?? 0 },
          certificate: chain, private_key: key,
          handle: { context, request, thread in
            Handler.from(context)?.handle(request, on: thread) ?? true
          },
          release: { Unmanaged<ByteBudget.Reservation>.fromOpaque($0).release() },
          // The handler lives longer than the server, because `deinit` stops the server first.
          context: Unmanaged.passUnretained(handler).toOpaque())
        return chttp_start(&cOptions)
      }
    }
    guard let server else {
      let endpoint = "\(options.address):\(options.port)"
      throw HTTPServerError(
        errno == EINVAL
          ? "cannot listen on \(endpoint); check the address and the certificate"
          : "cannot listen on \(endpoint) (\(String(cString: strerror(errno))))")
    }
    return server
  }

  private static func withCStrings<Result>(
    _ certificate: (chain: String, privateKey: String)?,
    _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let certificate else { return body(nil, nil) }
    return certificate.chain.withCString { chain in
      certificate.privateKey.withCString { body(chain, $0) }
    }
  }
}

/// An error of an ``HTTPServer``.
public struct HTTPServerError: Error, Hashable, Sendable {
  /// The cause, as a sentence.
  public var sentence: String

  public init(_ sentence: String) { self.sentence = sentence }
}

/// The callbacks of libmicrohttpd.
private final class Handler: Sendable {
  let milliseconds: (@Sendable () -> Int64)?
  private let service: Service
  /// The service for the threads that must not wait.
  private let memory: Service
  private let isBehindProxy: Bool
  private let hasPublicMetrics: Bool

  init(_ service: Service, _ options: HTTPServer.Options) {
    self.service = service
    memory = service.withoutStorage
    isBehindProxy = options.isBehindProxy
    hasPublicMetrics = options.hasPublicMetrics
    milliseconds = options.milliseconds
  }

  /// Returns the handler that was passed to the library.
  static func from(_ context: UnsafeMutableRawPointer?) -> Handler? {
    context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  func keepStreamsAlive() { service.events.keepAlive() }

  func endStreams() { service.events.end() }

  func checkStorage(_ server: OpaquePointer) {
    guard service.monitor.begin(at: service.clock()) else { return }
    performOnWorker(of: server) { [service] in service.checkStorage(mayWait: $0) }
  }

  /// - Returns: False if the request is handled later.
  func handle(_ request: OpaquePointer, on thread: chttp_thread) -> Bool {
    let received = self.request(request)
    do throws(StorageNeeded) {
      switch thread {
      case chttp_overdue: respond(service.overdueResponse(to: received), to: request)
      case chttp_worker: return try handle(request, received, service)
      default: return try handle(request, received, memory)
      }
    } catch {
      // Only thrown on a network thread, because a worker's service has storage.
      chttp_enqueue(request, error.isCounted)
      return false
    }
    return true
  }

  private func handle(
    _ request: OpaquePointer, _ received: Request, _ service: Service
  ) throws(StorageNeeded) -> Bool {
    guard !chttp_is_complete(request) else {
      let response = try service.response(to: received)
      guard let later = response.later else {
        respond(response, to: request)
        return true
      }
      // Safe: no other thread uses the request until it is resumed.
      nonisolated(unsafe) let request = request
      chttp_wait(request)
      later { [self] response in
        respond(response, to: request)
        chttp_resume(chttp_request_connection(request))
      }
      return false
    }
    switch try service.admit(received) {
    case .refused(let response): respond(response, to: request)
    case .accepted(let maxSize, let isKnown, let reservation):
      chttp_own(request, Unmanaged.passRetained(reservation).toOpaque())
      chttp_accept_body(request, maxSize, isKnown)
    }
    return true
  }

  private func request(_ request: OpaquePointer) -> Request {
    var count = 0
    let bytes = chttp_body(request, &count)
    var received = Request(
      Request.Method(rawValue: String(cString: chttp_method(request))) ?? .other,
      String(cString: chttp_path(request)),
      query: { name in
        name.withCString { chttp_query(request, $0) }.map { String(cString: $0) }
      },
      header: { Self.header($0, of: request) },
      body: bytes.map { Data(bytes: $0, count: count) } ?? Data())
    received.isAmbiguous = chttp_is_ambiguous(request)
    received.isMalformed = chttp_is_malformed(request)
    received.isTooLarge = chttp_is_too_large(request)
    let size = chttp_body_size(request)
    received.bodySize = size < 0 ? nil : Int(size)
    received.isCounted = chttp_is_counted(request)
    received.sender = { [self] in forwardedSender(of: request) ?? NetworkPrefix(peer(of: request)) }
    received.mayReadMetrics = { [self] in
      hasPublicMetrics || isLocal(peer(of: request)) { Self.header($0, of: request) }
    }
    return received
  }

  private static func header(_ name: String, of request: OpaquePointer) -> String? {
    name.withCString { chttp_header(request, $0) }.map { String(cString: $0) }
  }

  private func forwardedSender(of request: OpaquePointer) -> NetworkPrefix? {
    guard isBehindProxy, let addresses = chttp_last_header(request, "X-Forwarded-For") else {
      return nil
    }
    return NetworkPrefix(forwardedFor: String(cString: addresses))
  }

  private func peer(of request: OpaquePointer) -> String {
    // Long enough for any numeric address.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      chttp_peer(request, start, buffer.count)
      return String(cString: start)
    }
  }

  /// Returns whether a request is from this machine. A proxy on this machine has the same address, but it adds a header
  /// or passes on the public name of the server.
  private func isLocal(_ peer: String, _ header: (String) -> String?) -> Bool {
    let forwarding = [
      "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via",
    ]
    let host = (header("Host") ?? "").split(separator: ":").first ?? ""
    return (peer.hasPrefix("127.") || peer == "::1" || peer.hasPrefix("::ffff:127."))
      && (host == "localhost" || host.hasPrefix("127.") || host == "[")
      && forwarding.allSatisfy { header($0) == nil }
  }

  private func respond(_ response: Response, to request: OpaquePointer) {
    if let reservation = response.reservation {
      chttp_own(request, Unmanaged.passRetained(reservation).toOpaque())
    }
    if let events = response.events {
      StreamedResponse(events, to: request).send(UInt32(response.status))
    } else {
      response.body.withUnsafeBytes { body in
        chttp_respond(request, UInt32(response.status), body.baseAddress, body.count)
      }
    }
    for (name, value) in response.headers {
      name.withCString { name in value.withCString { chttp_add_header(request, name, $0) } }
    }
  }
}

/// Calls `body` with true on a thread that may wait for the storage, or with false on any thread if no worker was free
/// in time.
func performOnWorker(of server: OpaquePointer, _ body: @escaping @Sendable (Bool) -> Void) {
  let context = Unmanaged.passRetained(WorkerTask(body))
  let isQueued = chttp_perform(
    server,
    { context, thread in
      Unmanaged<WorkerTask>.fromOpaque(context).takeRetainedValue().body(thread == chttp_worker)
    }, context.toOpaque())
  if !isQueued { context.takeRetainedValue().body(false) }
}

private final class WorkerTask: Sendable {
  let body: @Sendable (Bool) -> Void

  init(_ body: @escaping @Sendable (Bool) -> Void) { self.body = body }
}
