import CCurl
import FoundationEssentials

/// A request in progress and the received part of its response.
@MainActor
final class Transfer {
  private(set) var response = HTTPResponse(status: 0)
  /// libcurl's handle; `nil` before the start and after the end.
  var handle: OpaquePointer?
  /// Keeps the client alive until the end.
  var client: HTTPClient?
  var continuation: CheckedContinuation<Void, any Error>?
  private let maxBodySize: Int
  private var headerSize = 0
  private var isTooLarge = false
  private var lines: LineReader?

  /// The maximum size of a header in bytes.
  private static let maxHeaderSize = 32 << 10

  init(maxBodySize: Int, onLine: (@MainActor (String) -> Bool)? = nil) {
    self.maxBodySize = maxBodySize
    lines = onLine.map { LineReader(maxSize: maxBodySize, onLine: $0) }
  }

  /// Returns the transfer that is the context of a callback. libcurl calls back on the thread that called
  /// it: the main actor's.
  nonisolated static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
    guard let context else { preconditionFailure("every transfer has a context") }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  nonisolated func receiveHeader(_ line: UnsafePointer<CChar>, _ count: Int) -> Bool {
    let text = String(decoding: UnsafeRawBufferPointer(start: line, count: count), as: UTF8.self)
    return MainActor.assumeIsolated { receiveHeader(text, size: count) }
  }

  private func receiveHeader(_ line: String, size: Int) -> Bool {
    headerSize += size
    isTooLarge = headerSize > Self.maxHeaderSize
    guard !isTooLarge else { return false }
    if line.hasPrefix("HTTP/") {
      // A status line begins a response, possibly after an interim response such as "100 Continue".
      response.headers = [:]
      response.status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      response.headers[line[..<colon].lowercased()] = String(
        value.prefix { !$0.isNewline })
    }
    return true
  }

  nonisolated func receiveBody(_ part: UnsafePointer<CChar>, _ count: Int) -> Bool {
    let data = Data(bytes: part, count: count)
    return MainActor.assumeIsolated { receiveBody(data) }
  }

  private func receiveBody(_ part: Data) -> Bool {
    if response.status == 200, lines != nil {
      isTooLarge = lines?.append(part) == false
    } else {
      isTooLarge = response.body.count + part.count > maxBodySize
      if !isTooLarge { response.body.append(part) }
    }
    return !isTooLarge
  }

  nonisolated static func finish(_ context: UnsafeMutableRawPointer?, _ result: ccurl_result) {
    let transfer = of(context)
    let (code, status, verification) = (result.code, result.status, result.verification)
    let message = String(cString: result.message)
    MainActor.assumeIsolated {
      transfer.end(
        status: status,
        code == 0 ? nil : HTTPError(transfer.reason(of: code, verification), message))
    }
  }

  private func end(status: Int, _ error: HTTPError?) {
    let client = client
    client?.release(self)
    response.status = status
    end(error.map { .failure($0) } ?? .success(()))
  }

  private func reason(of code: Int32, _ verification: Int) -> HTTPError.Reason {
    if isTooLarge { return .tooLarge }
    if ccurl_is_unknown_host(code) { return .unknownHost }
    if ccurl_is_timeout(code) { return .timedOut }
    if ccurl_is_untrusted(code) { return .untrusted(.init(code, verification)) }
    return ccurl_is_connection_failure(code) ? .connectionFailed : .invalid
  }

  /// Resumes the caller, once.
  func end(_ result: Result<Void, any Error>) {
    client = nil
    continuation?.resume(with: result)
    continuation = nil
  }
}

extension CertificateProblem {
  fileprivate init(_ code: Int32, _ verification: Int) {
    self =
      ccurl_is_other_host(code, verification)
      ? .otherHost : ccurl_is_outside_validity(verification) ? .expired : .unknownIssuer
  }
}

/// A reader that splits received bytes into lines.
private struct LineReader {
  let maxSize: Int
  let onLine: @MainActor (String) -> Bool
  private var rest: [UInt8] = []

  init(maxSize: Int, onLine: @escaping @MainActor (String) -> Bool) {
    self.maxSize = maxSize
    self.onLine = onLine
  }

  /// Appends bytes and passes on the lines that they complete.
  ///
  /// - Returns: Whether `onLine` wants more lines and the remaining bytes are at most `maxSize`.
  @MainActor
  mutating func append(_ part: Data) -> Bool {
    for byte in part {
      if byte == UInt8(ascii: "\n") {
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        guard onLine(String(decoding: rest, as: UTF8.self)) else { return false }
        rest.removeAll(keepingCapacity: true)
      } else {
        guard rest.count < maxSize else { return false }
        rest.append(byte)
      }
    }
    return true
  }
}

// MARK: - The event loop

/// An event loop that runs the main actor and can wait for sockets.
@MainActor
public protocol SocketLoop: AnyObject, Sendable {
  /// Calls `handler` whenever a descriptor is ready, until `watch` is called for it again.
  ///
  /// - Parameters:
  ///   - isReading: Whether to wait until there is something to read, or the other end has closed the connection.
  ///   - isWriting: Whether to wait until something can be written.
  func watch(
    _ descriptor: Int32, isReading: Bool, isWriting: Bool,
    _ handler: @escaping @MainActor (_ isReadable: Bool, _ isWritable: Bool) -> Void)

  /// Stops waiting for a descriptor.
  func unwatch(_ descriptor: Int32)

  /// Calls `action` after `delay`.
  ///
  /// - Returns: An identifier for ``cancelTimer(_:)``.
  func startTimer(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> UInt64

  /// Cancels a timer. Does nothing if it has fired.
  func cancelTimer(_ id: UInt64)
}
