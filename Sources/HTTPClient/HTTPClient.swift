import CCurl
import FoundationEssentials
import Glibc

/// A client that sends HTTP requests with libcurl. The main actor's event loop handles its sockets and deadlines.
///
/// ```swift
/// let client = HTTPClient(on: loop)
/// let response = try await client.send(HTTPRequest(.get, "https://club.example/v1/health"))
/// ```
///
/// No call waits for the network: a request continues when its socket is ready. Redirects are returned like other
/// responses, and cookies are not stored. libcurl is loaded at the first use.
@MainActor
public final class HTTPClient {
  let loop: any SocketLoop
  /// A file of trusted certificates in PEM; `nil` for the system's certificates.
  private let certificates: String?
  /// The library's set of transfers, created at first use.
  var multi: OpaquePointer?
  var timer: UInt64?
  /// The transfers that have not ended, which libcurl holds as contexts of its callbacks.
  private var transfers: Set<ObjectIdentifier> = []

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - loop: The loop that waits for the client's sockets. The client lives as long as the program.
  ///   - certificates: A file of trusted certificates in PEM instead of the system's certificates.
  public nonisolated init(on loop: any SocketLoop, certificates: String? = nil) {
    self.loop = loop
    self.certificates = certificates
  }

  isolated deinit {
    // A transfer retains the client, so none is active here.
    if let multi { ccurl_multi_free(multi) }
  }

  /// The reason why libcurl cannot be used; `nil` once it is loaded.
  ///
  /// The first use loads libcurl, which takes some milliseconds. A caller can load it in advance on its own thread.
  public nonisolated static let failure: String? = ccurl_load().map { String(cString: $0) }

  /// The folder in which OpenSSL finds a certificate by the hash of its name, if the system has such a folder.
  ///
  /// Without it, libcurl would read a file with all certificates at the first connection, on the thread for keys and
  /// ticks. That takes 30 to 50 ms with Debian's file.
  private static let certificateFolder: String? = {
    let path = "/etc/ssl/certs"
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.utf8.count == 10, name.hasSuffix(".0"), name.dropLast(2).allSatisfy(\.isHexDigit) {
        return path
      }
    }
    return nil
  }()

  /// The number of requests that have not ended.
  public var transferCount: Int { transfers.count }

  /// Sends a request and returns its response, regardless of the status.
  ///
  /// - Throws: ``HTTPError``, and `CancellationError` immediately when the task is cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let transfer = Transfer(maxBodySize: request.maxResponseSize)
    try await perform(request, transfer)
    return transfer.response
  }

  /// Sends a request and passes each complete line of the response to `body`, until the response ends.
  ///
  /// Only one line is in memory at a time; `maxResponseSize` limits its size. A response with a status other than 200
  /// is returned like a response to ``send(_:)``.
  ///
  /// - Parameter body: Returns whether to continue. If not, the request fails with ``HTTPError/Reason/tooLarge``.
  /// - Throws: Same errors as ``send(_:)``.
  public func readLines(
    of request: HTTPRequest, _ body: @escaping @MainActor (_ line: String) -> Bool
  ) async throws -> HTTPResponse {
    let transfer = Transfer(maxBodySize: request.maxResponseSize, onLine: body)
    try await perform(request, transfer)
    return transfer.response
  }

  private func perform(_ request: HTTPRequest, _ transfer: Transfer) async throws {
    if let failure = Self.failure { throw HTTPError(.missingLibrary, failure) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        // The task may have been cancelled before the transfer existed.
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        transfer.continuation = continuation
        start(request, transfer)
      }
    } onCancel: {
      Task { @MainActor in self.cancel(transfer) }
    }
  }

  private func start(_ request: HTTPRequest, _ transfer: Transfer) {
    guard
      let multi = multi ?? makeMulti(), let lines = request.headerLines,
      !request.url.utf8.contains(0)
    else { return transfer.end(.failure(HTTPError(.invalid, "the request is not valid"))) }
    self.multi = multi
    transfer.client = self
    let context = Unmanaged.passRetained(transfer).toOpaque()
    guard let handle = start(request, lines, context, in: multi) else {
      Unmanaged<Transfer>.fromOpaque(context).release()
      return transfer.end(.failure(HTTPError(.invalid, "the request is not valid")))
    }
    transfer.handle = handle
    transfers.insert(ObjectIdentifier(transfer))
  }

  private func start(
    _ request: HTTPRequest, _ lines: [String], _ context: UnsafeMutableRawPointer,
    in multi: OpaquePointer
  ) -> OpaquePointer? {
    let headers = lines.map { strdup($0) }
    defer { for line in headers { free(line) } }
    let pointers = headers.compactMap { $0.map { UnsafePointer($0) } }
    let certificates = certificates.map { strdup($0) } ?? nil
    let folder = certificates == nil ? Self.certificateFolder.map { strdup($0) } ?? nil : nil
    defer {
      free(certificates)
      free(folder)
    }
    let body = request.body.map(Array.init)
    return request.method.rawValue.withCString { method in
      request.url.withCString { url in
        pointers.withUnsafeBufferPointer { headers in
          body.withBytes { bytes, count in
            var options = ccurl_options(
              method: method, url: url, headers: headers.baseAddress, header_count: headers.count,
              body: bytes, body_count: count, ca_file: certificates,
              ca_folder: folder, is_direct: request.isDirect,
              connect_timeout_ms: request.connectTimeout.milliseconds,
              timeout_ms: request.timeout?.milliseconds ?? 0,
              silence_timeout_seconds: (request.silenceTimeout?.milliseconds ?? 0) / 1000,
              received_header: { Transfer.of($0).receiveHeader($1, $2) },
              received_body: { Transfer.of($0).receiveBody($1, $2) },
              ended: { Transfer.finish($0, $1) }, context: context)
            return ccurl_start(multi, &options)
          }
        }
      }
    }
  }

  private func cancel(_ transfer: Transfer) {
    guard let multi, let handle = transfer.handle else { return }
    ccurl_cancel(multi, handle)
    release(transfer)
    transfer.end(.failure(CancellationError()))
  }

  /// Removes a transfer that libcurl has freed.
  func release(_ transfer: Transfer) {
    transfer.handle = nil
    transfers.remove(ObjectIdentifier(transfer))
    Unmanaged.passUnretained(transfer).release()
  }

  // MARK: - The library's loop

  /// Creates libcurl's set of transfers, which uses the loop for its sockets and its timer.
  func makeMulti() -> OpaquePointer? {
    // The set is freed with the client, so the pointer to the client stays valid.
    let context = Unmanaged.passUnretained(self).toOpaque()
    return ccurl_multi_new(
      ccurl_loop(
        watch: { context, descriptor, events in
          HTTPClient.of(context) { $0.watch(descriptor, events) }
        },
        set_timer: { context, delay in HTTPClient.of(context) { $0.setTimer(delay) } },
        context: context))
  }

  /// Calls `body` with the client of a callback. libcurl calls back on the thread that called it: the main actor's.
  private nonisolated static func of(
    _ context: UnsafeMutableRawPointer?, _ body: @MainActor (HTTPClient) -> Void
  ) {
    guard let context else { return }
    let client = Unmanaged<HTTPClient>.fromOpaque(context).takeUnretainedValue()
    MainActor.assumeIsolated { body(client) }
  }

  private func watch(_ descriptor: Int32, _ events: Int32) {
    guard events != 0 else { return loop.unwatch(descriptor) }
    loop.watch(
      descriptor, isReading: events & Int32(CCURL_READABLE) != 0,
      isWriting: events & Int32(CCURL_WRITABLE) != 0
    ) { [weak self] isReadable, isWritable in
      guard let self, let multi else { return }
      let events =
        (isReadable ? Int32(CCURL_READABLE) : 0) | (isWritable ? Int32(CCURL_WRITABLE) : 0)
      ccurl_descriptor_ready(multi, descriptor, events)
    }
  }

  private func setTimer(_ delay: Int) {
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    guard delay >= 0 else { return }
    timer = loop.startTimer(after: .milliseconds(delay)) { [weak self] in
      guard let self, let multi else { return }
      timer = nil
      ccurl_timer_fired(multi)
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds, at most 30 days.
  var milliseconds: Int { Int(min(self / .milliseconds(1), 2_592_000_000)) }
}

extension [UInt8]? {
  /// Calls `body` with the address of the bytes; `nil` if there are none.
  func withBytes<Result>(_ body: (UnsafeRawPointer?, Int) -> Result) -> Result {
    guard let self else { return body(nil, 0) }
    // An empty array may have no address.
    return (self + [0]).withUnsafeBytes { body($0.baseAddress, self.count) }
  }
}
