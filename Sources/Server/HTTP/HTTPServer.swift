import CHTTPServer
import FoundationEssentials
import Glibc
import Sodium
import Synchronization

/// An HTTP server that answers requests with a ``Service``, on threads of its own.
///
/// `@unchecked Sendable`: the library's functions may be called by any thread, and the pointer never changes.
public final class HTTPServer: @unchecked Sendable {
  private let server: OpaquePointer
  private let handler: Handler

  /// The address, the limits and the certificate of a server.
  public struct Options: Sendable {
    /// The address in numbers.
    public var address = "127.0.0.1"
    /// The port; 0 for any free one.
    public var port: UInt16 = 8080
    /// The number of threads that handle requests.
    public var threads: UInt32 = 4
    public var maxConnections: UInt32 = 4096
    /// The maximum number of connections from one address; 0 for no limit, as behind a proxy.
    public var maxConnectionsPerAddress: UInt32 = 64
    /// The maximum size of a body in bytes.
    public var maxBody = 1 << 20
    /// The time after which an idle connection is closed, in seconds.
    public var idleTimeout: UInt32 = 30
    /// The time after which the connection of a request is closed, from the connection or the end of its last response
    /// to the end of the response, in seconds. Slow bytes do not extend it.
    public var requestTimeout: Int64 = 90
    /// Whether the last address of `X-Forwarded-For` is the sender's.
    public var isBehindProxy = false
    /// The clock for ``requestTimeout`` in milliseconds, for tests; `nil` for the real one.
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

  /// The number of requests whose response is not sent completely yet.
  var requestCount: Int { Int(chttp_request_count(server)) }

  /// The number of open connections.
  var connectionCount: Int { Int(chttp_connection_count(server)) }

  /// Closes the connections of requests that have taken too long, and returns their number. A thread does it, unless the
  /// options have a clock.
  func enforceDeadlines() -> Int { Int(chttp_enforce_deadlines(server)) }

  /// Sends a comment on each stream of events, so that neither side takes it for dead, and checks its reader's access.
  ///
  /// Call it every 20 seconds.
  public func keepStreamsAlive() { handler.keepStreamsAlive() }

  /// Stops listening, ends streams of events, and waits until the responses to earlier requests are sent.
  ///
  /// - Parameter timeout: The maximum time to wait for members who receive slowly.
  /// - Returns: Whether all responses are sent.
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
          max_connections: options.maxConnections,
          max_connections_per_address: options.maxConnectionsPerAddress,
          timeout_seconds: options.idleTimeout,
          request_milliseconds: options.requestTimeout * 1000,
          now: options.milliseconds == nil ? nil : { Handler.from($0)?.milliseconds?() ?? 0 },
          max_body: options.maxBody, certificate: chain,
          private_key: key,
          handle: { context, request in
            Handler.from(context)?.handle(request)
          },
          // Lives as long as the server, which is freed first.
          context: Unmanaged.passUnretained(handler).toOpaque())
        return chttp_start(&cOptions)
      }
    }
    guard let server else {
      let place = "\(options.address):\(options.port)"
      throw HTTPServerError(
        errno == EINVAL
          ? "cannot listen on \(place); check the address and the certificate"
          : "cannot listen on \(place) (\(String(cString: strerror(errno))))")
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

/// The functions that libmicrohttpd calls.
private final class Handler: Sendable {
  let milliseconds: (@Sendable () -> Int64)?
  private let service: Service
  private let isBehindProxy: Bool

  init(_ service: Service, _ options: HTTPServer.Options) {
    self.service = service
    isBehindProxy = options.isBehindProxy
    milliseconds = options.milliseconds
  }

  /// Returns the handler that was passed to the library.
  static func from(_ context: UnsafeMutableRawPointer?) -> Handler? {
    context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  func keepStreamsAlive() { service.events.keepAlive() }

  func endStreams() { service.events.end() }

  func handle(_ request: OpaquePointer) {
    var count = 0
    let bytes = chttp_body(request, &count)
    var received = Request(
      Request.Method(rawValue: String(cString: chttp_method(request))) ?? .other,
      String(cString: chttp_path(request)),
      query: { chttp_query(request, $0).map { String(cString: $0) } },
      header: { chttp_header(request, $0).map { String(cString: $0) } },
      body: bytes.map { Data(bytes: $0, count: count) } ?? Data())
    received.isAmbiguous = chttp_is_ambiguous(request)
    received.isTooLarge = chttp_is_too_large(request)
    received.sender = sender(of: request)
    respond(service.respond(to: received), to: request)
  }

  private func sender(of request: OpaquePointer) -> NetworkPrefix? {
    if isBehindProxy, let addresses = chttp_last_header(request, "X-Forwarded-For"),
      let sender = NetworkPrefix(forwardedFor: String(cString: addresses))
    {
      return sender
    }
    // Long enough for any address in numbers.
    let peer = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      chttp_peer(request, start, buffer.count)
      return String(cString: start)
    }
    return NetworkPrefix(peer)
  }

  private func respond(_ response: Response, to request: OpaquePointer) {
    let texts = response.headers.flatMap { [strdup($0.name), strdup($0.value)] }
    defer { for text in texts { free(text) } }
    let fields = stride(from: 0, to: texts.count, by: 2).compactMap { index -> chttp_field? in
      guard let name = texts[index], let value = texts[index + 1] else { return nil }
      return chttp_field(name: name, value: value)
    }
    if let events = response.events {
      StreamedResponse(events, to: request).send(UInt32(response.status), fields)
      return
    }
    response.body.withUnsafeBytes { body in
      chttp_respond(
        request, UInt32(response.status), fields, fields.count, body.baseAddress, body.count)
    }
  }
}

// MARK: - Streams

/// A response that sends the events of a stream while they happen.
///
/// Its connection is suspended while there are none, which takes no thread and no time, and no idle time runs out.
///
/// `@unchecked Sendable`: the pointer never changes, and is used only while the connection is suspended or read.
final class StreamedResponse: @unchecked Sendable {
  private let events: EventStream
  private let connection: OpaquePointer
  private let state = Mutex(State())

  private struct State {
    /// Whether the connection waits for ``wake()``. It cannot be closed then.
    var isSuspended = false
    /// Whether the stream has changed since the reader began to ask it.
    var hasChanged = false
  }

  /// Creates the response to a request.
  init(_ events: EventStream, to request: OpaquePointer) {
    self.events = events
    self.request = request
    connection = chttp_request_connection(request)
  }

  private let request: OpaquePointer

  /// Sends the headers, and then events until the stream or the connection ends.
  func send(_ status: UInt32, _ fields: [chttp_field]) {
    events.onChange { [weak self] in self?.wake() }
    chttp_respond_with_stream(
      request, status, fields, fields.count,
      { context, buffer, size in
        guard let context else { return -1 }
        return Unmanaged<StreamedResponse>.fromOpaque(context).takeUnretainedValue()
          .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
      },
      { context in
        guard let context else { return }
        Unmanaged<StreamedResponse>.fromOpaque(context).release()
      },
      Unmanaged.passRetained(self).toOpaque())
  }

  /// Writes what is to be sent, or suspends the connection.
  ///
  /// - Returns: The number of bytes, 0 if the connection is suspended, or -1 at the end.
  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      state.withLock { $0.hasChanged = false }
      switch events.read(maxCount: buffer.count) {
      case .bytes(let bytes):
        buffer.copyBytes(from: bytes)
        return bytes.count
      case .end:
        return -1
      case .nothing:
        let isSuspended = state.withLock { state in
          // A change since the question would otherwise be noticed with the next one.
          guard !state.hasChanged else { return false }
          chttp_suspend(connection)
          state.isSuspended = true
          return true
        }
        if isSuspended { return 0 }
      }
    }
  }

  /// Lets the connection ask the stream again.
  private func wake() {
    state.withLock { state in
      state.hasChanged = true
      guard state.isSuspended else { return }
      state.isSuspended = false
      chttp_resume(connection)
    }
  }
}
