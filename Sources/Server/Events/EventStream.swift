import FoundationEssentials
import Models
import ServerAPI
import Synchronization

/// The events that one reader has not received yet, as text in the format of server-sent events.
///
/// Equal events are kept only once until they are sent, so that the memory for a slow reader is limited.
final class EventStream: Sendable {
  /// A change of data that the reader can fetch again.
  enum Event: Hashable {
    /// The leaderboards of a challenge.
    case board(Challenge.ID)
    /// The reader's own journal.
    case journal
    /// The room of a race.
    case race(UUID)
    /// Reps of a race, as the text of an event.
    case reps(String)
  }

  /// The next part of the stream.
  enum Part: Equatable {
    case bytes(ArraySlice<UInt8>)
    /// No text until the stream changes.
    case nothing
    /// No text until ``checkAccess(mayWait:)`` has been called.
    case accessCheck
    case end
  }

  private struct State {
    /// The rest of a text that was partly sent.
    var text: ArraySlice<UInt8>
    var pending: [Event] = []
    /// The size of the pending reps in bytes.
    var repsSize = 0
    var shouldKeepAlive = false
    // Initially true, because the reader may have lost access just before the stream was added to the hub.
    var shouldCheckAccess = true
    var isCheckingAccess = false
    var isEnded = false
    var onChange: (@Sendable () -> Void)?
  }

  /// The maximum size of the pending reps in bytes.
  static let maxRepsSize = 256 << 10

  private let hasAccess: @Sendable () -> Bool
  // Clients wait three seconds before they reconnect.
  private let state = Mutex(State(text: Array("retry: 3000\n\n".utf8)[...]))

  /// Creates a stream.
  ///
  /// - Parameter hasAccess: Returns whether the reader may receive more events. It may block. Called by
  ///   ``checkAccess(mayWait:)``.
  init(hasAccess: @escaping @Sendable () -> Bool) { self.hasAccess = hasAccess }

  /// Calls `handler` after each change, on the thread that made it.
  func onChange(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = handler }
  }

  // MARK: - Changing

  /// Adds an event, unless an equal one is waiting.
  func add(_ event: Event) {
    change { if !$0.pending.contains(event) { $0.pending.append(event) } }
  }

  /// Adds reps of a race as the text of an event, which all streams share. Ends the stream if its reader is too far
  /// behind; then the reader connects and reads the race again.
  func add(_ reps: String) {
    change { state in
      state.pending.append(.reps(reps))
      state.repsSize += reps.utf8.count
      if state.repsSize > Self.maxRepsSize { state.isEnded = true }
    }
  }

  /// Sends a comment if there is nothing else to send.
  func keepAlive() { change { $0.shouldKeepAlive = true } }

  /// Checks the reader's access before the stream sends more.
  func requireAccess() { change { $0.shouldCheckAccess = true } }

  /// Ends the stream if the reader has lost access.
  ///
  /// - Parameter mayWait: Whether the check may wait for data; if not, the stream stays open without a check.
  func checkAccess(mayWait: Bool) {
    let hasAccess = !mayWait || hasAccess()
    change { state in
      state.isCheckingAccess = false
      if !hasAccess { state.isEnded = true }
    }
  }

  /// Ends the stream and drops waiting events.
  func end() { change { $0.isEnded = true } }

  private func change(_ body: (inout State) -> Void) {
    let handler = state.withLock { state in
      body(&state)
      return state.onChange
    }
    handler?()
  }

  // MARK: - Reading

  /// Returns the next bytes to send, at most `maxCount` bytes.
  func read(maxCount: Int) -> Part {
    state.withLock { state in
      if state.isEnded { return .end }
      if state.isCheckingAccess { return .nothing }
      if state.shouldCheckAccess {
        (state.shouldCheckAccess, state.isCheckingAccess) = (false, true)
        return .accessCheck
      }
      if state.text.isEmpty, let text = nextText(&state) { state.text = Array(text.utf8)[...] }
      guard !state.text.isEmpty else { return .nothing }
      let bytes = state.text.prefix(maxCount)
      state.text.removeFirst(bytes.count)
      return .bytes(bytes)
    }
  }

  /// A comment long enough that libcurl sees activity: it measures whole bytes per second over five seconds.
  static let keepAliveComment = ": keep-alive\n\n"

  private func nextText(_ state: inout State) -> String? {
    // Any text keeps the connection alive.
    defer { state.shouldKeepAlive = false }
    guard !state.pending.isEmpty else {
      return state.shouldKeepAlive ? Self.keepAliveComment : nil
    }
    let event = state.pending.removeFirst()
    if case .reps(let text) = event { state.repsSize -= text.utf8.count }
    return event.text
  }
}

extension EventStream.Event {
  /// The text of the event, followed by an empty line.
  var text: String {
    switch self {
    case .board(let challenge):
      "event: board\ndata: \(BoardEvent(challenge: challenge.rawValue).json)\n\n"
    case .journal: "event: journal\ndata: {}\n\n"
    case .race(let race): "event: race\ndata: \(RaceEvent(race: race).json)\n\n"
    case .reps(let text): text
    }
  }
}
