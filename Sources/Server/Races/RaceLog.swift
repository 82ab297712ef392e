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

  /// The minimum time between two wake-ups of the streams.
  static let interval = Duration.milliseconds(50)

  private struct Change {
    var race: UUID
    /// The encoded ``RaceRepsEvent/Change``.
    var json: String
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
    /// Whether the streams were woken within the ``RaceLog/interval``.
    var isWaiting = false
    /// Whether changes have arrived since then.
    var hasNews = false

    var end: Int { start + changes.count }
  }

  private let maxSize: Int
  private let schedule: EventHub.Scheduler
  private let state = Mutex(State())

  /// Creates an empty log.
  init(_ scope: Scope, schedule: @escaping EventHub.Scheduler) {
    maxSize = scope.maxSize
    self.schedule = schedule
  }

  /// The position after the last change.
  var end: Int { state.withLock { $0.end } }

  /// Adds a stream that is woken after changes.
  func add(_ stream: EventStream) {
    state.withLock { state in
      state.streams.removeAll { $0.stream == nil }
      state.streams.append(WeakStream(stream: stream))
    }
  }

  /// Adds an encoded change of a race. Wakes the streams, at once or at the end of the ``interval``.
  func add(_ json: String, of race: UUID) {
    let isDue = state.withLock { state in
      state.changes.append(Change(race: race, json: json))
      state.size += json.utf8.count
      let excess = state.changes.prefix { change in
        guard state.size > maxSize else { return false }
        state.size -= change.json.utf8.count
        return true
      }
      state.start += excess.count
      state.changes.removeFirst(excess.count)
      state.hasNews = true
      return !state.isWaiting
    }
    if isDue { wake() }
  }

  /// Wakes the streams if changes have arrived, and waits for the ``interval``.
  private func wake() {
    let streams = state.withLock { state in
      state.isWaiting = state.hasNews && !state.streams.isEmpty
      state.hasNews = false
      return state.isWaiting ? state.streams : []
    }
    guard !streams.isEmpty else { return }
    schedule(Self.interval) { [weak self] in self?.wake() }
    for stream in streams { stream.stream?.sendRaces() }
  }

  /// Returns the events with the changes after a position, and moves the position to the end; `nil` without changes.
  func text(after position: inout Int) -> String? {
    state.withLock { state in
      defer { position = state.end }
      guard position < state.end else { return nil }
      let isTooLate = position < state.start
      var changes: [(race: UUID, json: [String])] = []
      for change in state.changes[max(0, position - state.start)...] {
        if let index = changes.firstIndex(where: { $0.race == change.race }) {
          changes[index].json.append(change.json)
        } else {
          changes.append((change.race, [change.json]))
        }
      }
      return changes.map { race, json in
        isTooLate
          ? EventStream.Event.race(race).text
          : "event: reps\ndata: {\"race\":\"\(race.uuidString)\",\"racers\":[\(json.joined(separator: ","))]}\n\n"
      }.joined()
    }
  }
}

extension Encodable {
  /// The value as JSON. Only for values whose encoding cannot fail.
  var json: String { (try? APICoding.data(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
