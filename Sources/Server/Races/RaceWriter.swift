import ServerAPI
import Synchronization

/// A writer of racers' batches. It records the first one at once, and those of each following ``interval`` together.
final class RaceWriter: Sendable {
  /// The time between two transactions, and so between two events of a race.
  static let interval = Duration.milliseconds(50)

  /// A batch, and a function that receives its result.
  struct Entry {
    var batch: RaceBatch
    var access: RaceAccess
    var completion: @Sendable (Result<RaceBatchResult, any Error>) -> Void
  }

  /// Calls a function after a delay, on another thread.
  typealias Scheduler = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  private struct State {
    var entries: [Entry] = []
    /// Whether ``flushRegularly()`` is scheduled.
    var isScheduled = false
  }

  private let storage: Storage
  private let schedule: Scheduler
  private let state = Mutex(State())
  private let transaction = Mutex(())

  /// Creates a writer.
  init(
    _ storage: Storage,
    schedule: @escaping Scheduler = { delay, action in
      Task {
        if delay > .zero { try? await Task.sleep(for: delay) }
        action()
      }
    }
  ) {
    self.storage = storage
    self.schedule = schedule
  }

  /// Records a batch soon, without waiting.
  func add(_ entry: Entry) {
    let isScheduled = state.withLock { state in
      state.entries.append(entry)
      defer { state.isScheduled = true }
      return state.isScheduled
    }
    if !isScheduled { schedule(.zero, flushRegularly) }
  }

  private func flushRegularly() {
    let isScheduled = state.withLock { state in
      state.isScheduled = !state.entries.isEmpty
      return state.isScheduled
    }
    guard isScheduled else { return }
    flush()
    schedule(Self.interval) { [weak self] in self?.flushRegularly() }
  }

  /// Records the waiting batches. Afterwards, those of all earlier calls are recorded.
  func flush() {
    transaction.withLock { _ in
      let entries = state.withLock { state in
        defer { state.entries = [] }
        return state.entries.sorted {
          ($0.access.race, $0.access.member) < ($1.access.race, $1.access.member)
        }
      }
      guard !entries.isEmpty else { return }
      let counts = Result {
        try storage.withSession { try $0.add(entries.map { ($0.batch, $0.access) }) }
      }
      for (index, entry) in entries.enumerated() {
        entry.completion(
          Result {
            try counts.get()[index]
              ?? storage.withSession { try $0.count(refusing: entry.batch, entry.access) }
          }.map(RaceBatchResult.init))
      }
    }
  }
}
