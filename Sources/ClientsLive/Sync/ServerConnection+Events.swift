import FoundationEssentials
import HTTPClient
import Models
import ServerAPI

/// An event that a server sends while a connection is open.
public enum ServerEvent: Hashable, Sendable {
  /// The connection is open. Later changes are sent as events.
  case opened
  case boardChanged(Challenge.ID)
  case journalChanged
}

extension ServerConnection {
  /// Receives the events of the group and the member until the connection ends or the task is cancelled.
  ///
  /// - Parameters:
  ///   - uptime: Returns a monotonic time.
  ///   - receive: Called on the main actor. It must not block.
  /// - Throws: ``ServerError``, which is ``ServerError/misbehaving(host:_:)`` if the server exceeds the limits, and
  ///   `CancellationError`.
  public func receiveEvents(
    uptime: @escaping @Sendable () -> Duration = Outbox.uptime,
    _ receive: @escaping @MainActor (ServerEvent) -> Void
  ) async throws {
    var request = try request(.get, "events", accept: "text/event-stream")
    request.maxResponseSize = 64 << 10
    request.timeout = nil
    // The server sends a comment every 20 s.
    request.silenceTimeout = .seconds(60)
    let parser = await EventParser(uptime: uptime, receive)
    do {
      let response = try checked(
        try await transport.readLines(request) { line in parser.receive(line) })
      guard response.headers["content-type"]?.hasPrefix("text/event-stream") == true else {
        throw invalid("the response is not a stream of events")
      }
    } catch let error as HTTPError where error.reason == .tooLarge {
      throw ServerError.misbehaving(host: server.host, "it sends events without a pause")
    } catch let error as HTTPError {
      throw ServerError(error, host: server.host)
    }
  }
}

/// A reader of server-sent events, line by line.
@MainActor
final class EventParser {
  private let uptime: () -> Duration
  private let receive: @MainActor (ServerEvent) -> Void
  /// The number of received bytes that exceed ``maxBytesPerSecond``, at the time of the last line.
  private var excess = 0.0
  private var lastLineAt: Duration
  private var isOpen = false
  private var event = ""
  private var data = ""

  /// The maximum size of the data of an event in bytes.
  private static let maxDataSize = 64 << 10

  /// The number of bytes that a server may send every second. A club where 100 workouts end within a second needs 6 KB.
  private static let maxBytesPerSecond = 8.0 * 1024
  /// The number of bytes that a server may send at once. Processing them delays input and ticks.
  private static let maxBurst = 16.0 * 1024

  init(
    uptime: @escaping () -> Duration, _ receive: @escaping @MainActor (ServerEvent) -> Void
  ) {
    self.uptime = uptime
    self.receive = receive
    lastLineAt = uptime()
  }

  /// Reads a line without its line break.
  ///
  /// - Returns: Whether the server has stayed within the limits.
  func receive(_ line: String) -> Bool {
    let now = uptime()
    let allowance = (now - lastLineAt) / .seconds(1) * Self.maxBytesPerSecond
    excess = max(0, excess - allowance) + Double(line.utf8.count + 1)
    lastLineAt = now
    guard excess <= Self.maxBurst else { return false }
    read(line)
    return true
  }

  private func read(_ line: String) {
    if !isOpen {
      isOpen = true
      receive(.opened)
    }
    if line.isEmpty {
      if let event = completeEvent { receive(event) }
      (event, data) = ("", "")
    } else if let value = line.value(of: "event") {
      event = value
    } else if let value = line.value(of: "data"),
      data.utf8.count + value.utf8.count <= Self.maxDataSize
    {
      data += value
    }
  }

  /// The event in the lines since the last empty line; `nil` for an event that this version does not know.
  private var completeEvent: ServerEvent? {
    switch event {
    case "journal": return .journalChanged
    case "board":
      let board = try? APICoding.value(BoardEvent.self, from: Data(data.utf8))
      return board.map { .boardChanged(Challenge.ID(rawValue: $0.challenge)) }
    default: return nil
    }
  }
}

extension String {
  /// The value of a field in a line such as `data: {}`.
  fileprivate func value(of field: String) -> String? {
    guard hasPrefix("\(field):") else { return nil }
    let value = dropFirst(field.utf8.count + 1)
    return String(value.hasPrefix(" ") ? value.dropFirst() : value)
  }
}
