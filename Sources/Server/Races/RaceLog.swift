import FoundationEssentials
import ServerAPI
import Synchronization

/// The latest reps of one race, or of all races of a group, for the streams that show them.
///
/// A stream only stores its position in the log. Its text is made when it is read, so a slow reader gets one merged
/// event, and a reader that is too far behind is told to read the race again.
final class RaceLog: Sendable {
  /// The races of a log.
  enum Scope: Hashable {
    case race(UUID)
    /// All races of a group, for its wall pages.
    case wall(Group.ID)

    /// The maximum size of the changes in bytes, and so of an event.
    fileprivate var maxSize: Int {
      switch self {
      case .race: 12 << 10
      case .wall: 64 << 10
      }
    }
  }

  private struct Change {
    var race: UUID
    /// The text of the event.
    var text: String
  }

  private struct WeakStream {
    weak var stream: EventStream?
  }

  private struct State {
    var changes: [Change] = []
    /// The position of the first change.
    var start = 0
    var size = 0
    var streams: [WeakStream] = []

    var end: Int { start + changes.count }
  }

  private let maxSize: Int
  private let state = Mutex(State())

  /// Creates an empty log.
  init(_ scope: Scope) { maxSize = scope.maxSize }

  /// The position after the last change.
  var end: Int { state.withLock { $0.end } }

  /// Adds a stream that is woken after changes.
  func add(_ stream: EventStream) {
    state.withLock { state in
      state.streams.removeAll { $0.stream == nil }
      state.streams.append(WeakStream(stream: stream))
    }
  }

  /// Adds a change of a race as the text of an event, and wakes the streams.
  func add(_ text: String, of race: UUID) {
    let streams = state.withLock { state in
      state.changes.append(Change(race: race, text: text))
      state.size += text.utf8.count
      let excess = state.changes.prefix { change in
        guard state.size > maxSize else { return false }
        state.size -= change.text.utf8.count
        return true
      }
      state.start += excess.count
      state.changes.removeFirst(excess.count)
      return state.streams
    }
    for stream in streams { stream.stream?.sendRaces() }
  }

  /// Returns the events with the changes after a position, and moves the position to the end; `nil` without changes.
  func text(after position: inout Int) -> String? {
    state.withLock { state in
      defer { position = state.end }
      guard position < state.end else { return nil }
      let changes = state.changes[max(0, position - state.start)...]
      return position < state.start
        ? Set(changes.map(\.race)).map { EventStream.Event.race($0).text }.joined()
        : changes.map(\.text).joined()
    }
  }
}

extension Encodable {
  /// The value as JSON. Only for values whose encoding cannot fail.
  var json: String { (try? APICoding.data(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
