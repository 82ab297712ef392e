import FoundationEssentials
import Glibc
import Models
import Synchronization

/// A log with one line of JSON per event, written by its own thread.
///
/// A slow reader does not block the server: lines that do not fit into the queue are dropped, and a later line reports
/// their number.
public final class ServerLog: Sendable {
  private struct Queue {
    var lines: [Line] = []
    var droppedCount = 0
    var isClosed = false
  }

  /// A line. The log's thread creates the text for a request.
  private enum Line {
    case request(RequestRecord)
    case other(String)
  }

  /// The maximum number of lines that wait to be written.
  static let maxLines = 4096

  /// The time in milliseconds that the first line of a batch waits for further lines.
  private static let delay: Int32 = 10

  private let queue = Mutex(Queue())
  /// Contains a byte if lines were added to an empty queue or the queue was closed.
  private let wakeups: Pipe
  /// Closed when the thread ends.
  private let end: Pipe
  private let now: @Sendable () -> Date
  private let write: @Sendable ([UInt8]) -> Void

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - write: Writes complete lines. It may block, and is called on the log's thread.
  /// - Throws: ``HTTPServerError`` if the system cannot provide a thread or a descriptor.
  public init(
    now: @escaping @Sendable () -> Date = { Date() }, write: @escaping @Sendable ([UInt8]) -> Void
  ) throws {
    self.now = now
    self.write = write
    guard let wakeups = Pipe(), let end = Pipe() else {
      throw HTTPServerError("cannot start the log (\(String(cString: strerror(errno))))")
    }
    self.wakeups = wakeups
    self.end = end
    var thread = pthread_t()
    // The thread retains the log until `finish`.
    let context = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { context in
        // Never `nil`: this is the pointer passed above.
        if let context { Unmanaged<ServerLog>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context)
    guard code == 0 else {
      Unmanaged<ServerLog>.fromOpaque(context).release()
      throw HTTPServerError("cannot start the log (\(String(cString: strerror(code))))")
    }
    pthread_detach(thread)
  }

  /// Adds a line for a response.
  public func add(_ record: RequestRecord) {
    add(.request(record))
  }

  /// Adds a line for an error of the storage.
  public func add(_ error: StorageError) {
    add("storage_error", at: now(), [("message", .string(error.sentence))])
  }

  /// Adds a line for the start of the server.
  public func addStart() { add("start", at: now(), []) }

  /// Adds a line for the change of the certificate.
  public func addReload() { add("reload", at: now(), []) }

  /// Adds a line for the end of the server, writes the waiting lines, and ends the thread.
  ///
  /// - Parameter timeout: The maximum time to wait for a slow reader.
  public func finish(timeout: Duration) {
    add("stop", at: now(), [])
    queue.withLock { $0.isClosed = true }
    wakeups.wake()
    waitForEnd(timeout: timeout)
  }

  /// Waits until all lines are written. Call this after ``finish(timeout:)``.
  func waitForEnd(timeout: Duration = .seconds(3600)) { end.waitUntilClosed(timeout: timeout) }

  private func add(_ event: String, at time: Date, _ members: [(String, JSONText)]) {
    add(.other(Self.text(event, at: time, members)))
  }

  private func add(_ line: Line) {
    let isFirst = queue.withLock { queue in
      guard queue.lines.count < Self.maxLines else {
        queue.droppedCount += 1
        return false
      }
      queue.lines.append(line)
      return queue.lines.count == 1
    }
    if isFirst { wakeups.wake() }
  }

  private static func text(
    _ event: String, at time: Date, _ members: [(String, JSONText)]
  ) -> String {
    JSONText.object([("time", .string(time.iso8601)), ("event", .string(event))] + members).text
  }

  /// Appends the line of a request. Its texts come from the program and need no escaping.
  private static func append(_ record: RequestRecord, to bytes: inout [UInt8]) {
    func append(_ name: StaticString, _ text: String) {
      var text = text
      name.withUTF8Buffer { bytes += $0 }
      text.withUTF8 { bytes += $0 }
    }
    append("{\"time\":\"", record.time.iso8601)
    append("\",\"event\":\"request\",\"method\":\"", record.method.rawValue)
    if let route = record.route {
      append("\",\"route\":\"", route)
      append("\",\"status\":", String(record.status))
    } else {
      append("\",\"route\":null,\"status\":", String(record.status))
    }
    append(",\"duration_us\":", String(Int64(record.duration / .microseconds(1))))
    append(",\"request_bytes\":", String(record.requestBytes))
    append(",\"response_bytes\":", String(record.responseBytes))
    if let joined = record.joined {
      let inviter = joined.invitedBy.map { String($0) } ?? "\"operator\""
      bytes +=
        ",\"member\":\(joined.member),\"device\":\(joined.device),\"invited_by\":\(inviter)".utf8
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func run() {
    var isClosed = false
    while !isClosed {
      wakeups.wait()
      // Waking up for each line would take longer than responding to its request.
      wakeups.wait(timeout: Self.delay)
      var batch: [Line] = []
      var droppedCount = 0
      queue.withLock { queue in
        swap(&batch, &queue.lines)
        swap(&droppedCount, &queue.droppedCount)
        isClosed = queue.isClosed
      }
      if droppedCount > 0 {
        batch.append(
          .other(Self.text("dropped", at: now(), [("lines", .number(Int64(droppedCount)))])))
      }
      var bytes: [UInt8] = []
      for line in batch {
        switch line {
        case .other(let text): bytes += text.utf8
        case .request(let record): Self.append(record, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
      }
      if !bytes.isEmpty { write(bytes) }
    }
    end.closeWriter()
  }
}

/// A pipe for signals between threads.
private final class Pipe: Sendable {
  private let reader: Int32
  private let writer: Mutex<Int32>

  /// Creates a pipe.
  ///
  /// - Returns: `nil`, with `errno`, if the process has too many descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    reader = ends[0]
    writer = Mutex(ends[1])
  }

  deinit {
    close(reader)
    closeWriter()
  }

  func wake() { writer.withLock { _ = Glibc.write($0, [1], 1) } }

  func wait() {
    var byte: UInt8 = 0
    while read(reader, &byte, 1) < 0, errno == EINTR {}
  }

  /// Waits until the next ``wake()`` or the timeout, in milliseconds.
  func wait(timeout: Int32) {
    var descriptor = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    _ = poll(&descriptor, 1, timeout)
  }

  func closeWriter() {
    writer.withLock { writer in
      if writer >= 0 { close(writer) }
      writer = -1
    }
  }

  func waitUntilClosed(timeout: Duration) {
    var descriptor = pollfd(fd: reader, events: 0, revents: 0)
    _ = poll(&descriptor, 1, Int32(timeout / .milliseconds(1)))
  }
}

// MARK: - Metrics

/// A request and its response in numbers, for logs and metrics. It has no names, tokens, addresses or paths.
public struct RequestRecord: Hashable, Sendable {
  /// The wall-clock time of the response.
  var time: Date
  var method: Request.Method
  /// The template of the path; `nil` if no route matches.
  var route: String?
  var status: Int
  /// The time from the complete request to the response.
  var duration: Duration
  /// The sizes of the bodies in bytes.
  var requestBytes: Int
  var responseBytes: Int
  /// The device that joined with the request, if any.
  var joined: JoinedDevice?
}

/// The IDs of a device that joined, of its member, and of the device that created the link.
struct JoinedDevice: Hashable, Sendable {
  var device: Int64
  var member: Int64
  /// The device that created the link; `nil` for the server's operator.
  var invitedBy: Int64?
}

/// Counts of requests since the start, in the text format of Prometheus (version 0.0.4).
///
/// They use routes instead of paths, so that they contain no names and no IDs.
final class Metrics: Sendable {
  private struct Series: Hashable {
    var method: Request.Method
    var route: String?
    var status: Int
  }

  private struct Total {
    var count = 0
    var duration = Duration.zero

    mutating func add(_ duration: Duration) {
      count += 1
      self.duration += duration
    }
  }

  private let totals = Mutex<[Series: Total]>([:])

  /// Records a response.
  func record(_ record: RequestRecord) {
    // Requests without a route are counted together.
    let method = record.route == nil ? .other : record.method
    let series = Series(method: method, route: record.route, status: record.status)
    totals.withLock { $0[series, default: Total()].add(record.duration) }
  }

  /// The counts in Prometheus text format.
  var text: String {
    let lines = totals.withLock { totals in
      totals.map { series, total in
        let route = series.route.map { "\(series.method.rawValue) \($0)" } ?? "none"
        let labels = "{route=\"\(route)\",status=\"\(series.status)\"}"
        return (
          count: "ladder_requests_total\(labels) \(total.count)",
          seconds: "ladder_request_seconds_total\(labels) \(total.duration / .seconds(1))"
        )
      }
    }
    return """
      # HELP ladder_requests_total Requests by route and status.
      # TYPE ladder_requests_total counter
      \(lines.map(\.count).sorted().joined(separator: "\n"))
      # HELP ladder_request_seconds_total Time to respond by route and status.
      # TYPE ladder_request_seconds_total counter
      \(lines.map(\.seconds).sorted().joined(separator: "\n"))

      """
  }
}
