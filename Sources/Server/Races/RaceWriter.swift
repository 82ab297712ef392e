import ServerAPI
import Synchronization

/// A writer of racers' batches. It records the first one at once, and those of each following ``interval`` together.
final class RaceWriter: Sendable {
  /// Receives the result of a batch.
  typealias Completion = @Sendable (Result<RaceBatchResult, any Error>) -> Void
  /// Calls a function after a delay.
  typealias Scheduler = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// The time between two transactions, and so between two events of a race.
  static let interval = Duration.milliseconds(100)

  private struct State {
    var waiting: [(batch: RaceBatch.Sent, completion: Completion)] = []
    /// Whether ``flush()`` is scheduled.
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

  /// Records a batch soon. Does not wait.
  func add(_ batch: RaceBatch.Sent, _ completion: @escaping Completion) {
    let isScheduled = state.withLock { state in
      state.waiting.append((batch, completion))
      defer { state.isScheduled = true }
      return state.isScheduled
    }
    if !isScheduled { schedule(.zero, flushRegularly) }
  }

  private func flushRegularly() {
    let hasBatches = state.withLock { state in
      state.isScheduled = !state.waiting.isEmpty
      return state.isScheduled
    }
    guard hasBatches else { return }
    flush()
    schedule(Self.interval) { [weak self] in self?.flushRegularly() }
  }

  /// Records the waiting batches, and returns when those of all earlier calls are recorded.
  func flush() {
    transaction.withLock { _ in
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      guard !waiting.isEmpty else { return }
      let counts = Result { try storage.withSession { try $0.add(waiting.map(\.batch)) } }
      for (index, (sent, completion)) in waiting.enumerated() {
        completion(
          Result {
            let count = try counts.get()[index]
            return RaceBatchResult(
              count: try count
                ?? storage.withSession { try $0.count(refusing: sent.batch, sent.access) })
          })
      }
    }
  }
}
