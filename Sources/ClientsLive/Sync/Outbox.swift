import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ServerAPI
import SQLite

/// A queue of workouts to publish, and the requests that send them.
///
/// After a failure, attempts fail immediately for a time that grows with each failure. So callers can try at any time.
public actor Outbox {
  private let database: Database
  private let transport: Transport
  /// Returns a monotonic time.
  private let uptime: @Sendable () -> Duration
  private let random: WithRandomNumberGenerator
  private var attempts: [JoinedGroup.ID: Attempt] = [:]
  /// The time of the last attempt to send workouts that a group's server had refused.
  private var retries: [JoinedGroup.ID: Duration] = [:]
  /// The flush in progress of each group. Later calls wait for it.
  private var flushes: [JoinedGroup.ID: Task<Void, any Error>] = [:]

  /// The last attempt to reach a server, if that attempt failed.
  private struct Attempt {
    var backoff = Backoff()
    var next: Duration
    var error: ServerError
  }

  /// Creates an outbox.
  ///
  /// - Parameters:
  ///   - uptime: Returns a monotonic time.
  ///   - random: The generator of delays.
  public init(
    _ database: Database, _ transport: Transport,
    uptime: @escaping @Sendable () -> Duration = Outbox.uptime,
    random: WithRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  ) {
    self.database = database
    self.transport = transport
    self.uptime = uptime
    self.random = random
  }

  private static let start = ContinuousClock.now
  /// Returns the time since this program first used the property.
  public static let uptime: @Sendable () -> Duration = { ContinuousClock.now - start }

  /// The error of the last attempt to reach a group's server, if it failed.
  public func failure(in group: JoinedGroup.ID) -> ServerError? { attempts[group]?.error }

  /// The time until the next attempt is allowed; zero without a failure.
  public func delay(in group: JoinedGroup.ID) -> Duration {
    attempts[group].map { max(.zero, $0.next - uptime()) } ?? .zero
  }

  /// Publishes the waiting workouts, and withdraws those that should no longer be published.
  ///
  /// A workout that the server refuses is recorded with the reason and is not an error. It is sent again after an hour
  /// and by the next process, because the rule or the clock that caused the refusal may have changed.
  ///
  /// - Parameter isForced: Whether to try, at a person's request, even if the last attempt failed a moment ago.
  /// - Throws: ``ServerError``, `DatabaseError` and `CancellationError`. The workouts that were sent before the error
  ///   are recorded; the others wait for the next attempt.
  public func flush(_ account: StoredAccount, isForced: Bool = false) async throws {
    if let running = flushes[account.id] {
      try? await running.value
      try Task.checkCancellation()
    }
    if let attempt = attempts[account.id], !isForced, uptime() < attempt.next {
      throw attempt.error
    }
    let task = Task { try await send(account) }
    flushes[account.id] = task
    defer { if flushes[account.id] == task { flushes[account.id] = nil } }
    do {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      attempts[account.id] = nil
    } catch let error as ServerError {
      recordFailure(error, of: account.id)
      throw error
    }
  }

  private func recordFailure(_ error: ServerError, of group: JoinedGroup.ID) {
    var backoff = attempts[group]?.backoff ?? Backoff()
    var requested: Duration?
    if case .refused(let refusal) = error { requested = refusal.retryAfter }
    let delay = random { backoff.delay(atLeast: requested, using: &$0) }
    attempts[group] = Attempt(backoff: backoff, next: uptime() + delay, error: error)
  }

  private func send(_ account: StoredAccount) async throws {
    let connection = ServerConnection(account, transport)
    try await submit(to: connection, account)
    try await withdraw(from: connection, account)
  }

  // MARK: Submissions

  private func submit(to connection: ServerConnection, _ account: StoredAccount) async throws {
    let isRetryDue = retries[account.id].map { uptime() - $0 >= Self.retryInterval } ?? true
    var isRetry = isRetryDue
    // Halved when the server refuses a whole request, until only the workout that causes the refusal is left.
    var maxCount = Submission.maxCount
    while true {
      try Task.checkCancellation()
      let batch = try await database.run { [isRetry, maxCount] in
        let batch = try $0.publications.batch(
          by: account.person, in: account.id, isRetry: isRetry, maxCount: maxCount)
        try $0.publications.record(
          batch.unranked.map { ($0.id, $0.challenge, "") }, in: account.id)
        return batch
      }
      guard !batch.workouts.isEmpty else {
        if batch.unranked.isEmpty, !isRetry {
          if isRetryDue { retries[account.id] = uptime() }
          return
        }
        isRetry = false
        continue
      }
      do {
        let result = try await connection.submit(batch.workouts)
        try await record(result, of: batch.workouts, account)
        // If all workouts are refused again, the remaining workouts would be refused, too.
        isRetry = isRetry && result.results.contains { $0.status != .refused }
        maxCount = Submission.maxCount
      } catch ServerError.refused(let refusal) where [400, 413, 422].contains(refusal.status) {
        if isRetry {
          isRetry = false
        } else if batch.workouts.count > 1 {
          maxCount = batch.workouts.count / 2
        } else {
          try await record(
            batch.workouts.map { ($0.id, $0.challengeID, refusal.sentence) }, account)
        }
      }
    }
  }

  private static let retryInterval = Duration.seconds(3600)

  /// Records the server's answer about each workout.
  private func record(
    _ result: SubmissionResult, of workouts: [SubmittedWorkout], _ account: StoredAccount
  ) async throws {
    let outcomes = Dictionary(result.results.map { ($0.id, $0) }) { first, _ in first }
    let answered = workouts.compactMap { workout in
      outcomes[workout.id].map { outcome in
        (
          id: workout.id, challenge: workout.challengeID,
          refusal: outcome.status == .refused
            ? (outcome.reason ?? "no reason given").escapedText(maxLength: 200) : nil
        )
      }
    }
    // Otherwise the same workouts would be sent forever.
    guard answered.count == workouts.count else {
      throw ServerError.invalidResponse(
        host: account.server.host, "it does not mention every workout")
    }
    try await record(answered, account)
  }

  private func record(
    _ workouts: [(id: Workout.ID, challenge: Challenge.ID, refusal: String?)],
    _ account: StoredAccount
  ) async throws {
    try await database.run { try $0.publications.record(workouts, in: account.id) }
  }

  // MARK: Withdrawals

  private func withdraw(from connection: ServerConnection, _ account: StoredAccount) async throws {
    while true {
      let workouts = try await database.run {
        try $0.publications.withdrawals(in: account.id, maxCount: 100)
      }
      if workouts.isEmpty { return }
      for id in workouts {
        try Task.checkCancellation()
        try await connection.withdraw(id)
        try await database.run { try $0.publications.forget(id, in: account.id) }
      }
    }
  }
}

extension Transport {
  /// Returns a transport whose requests have a time limit, for a command whose work is already done.
  public func limited(to time: Duration) -> Transport {
    var transport = self
    transport.send = { [send] request in
      var request = request
      request.connectTimeout = time
      request.timeout = time
      return try await send(request)
    }
    return transport
  }
}

extension SubmittedWorkout {
  fileprivate var challengeID: Challenge.ID { Challenge.ID(rawValue: challenge) }
}

/// The delays between attempts to reach a server. Each is twice as long as the previous one, up to five minutes, minus
/// a random part, so that devices that failed together do not retry together.
struct Backoff: Sendable {
  private var failureCount = 0

  private static let firstDelay = 2.0
  private static let maxDelay = 300.0

  /// Returns the delay after a failure.
  ///
  /// - Parameter requested: The time that the server asks for, which is the minimum.
  mutating func delay(
    atLeast requested: Duration?, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let delay = min(Self.firstDelay * Double(1 << min(failureCount, 20)), Self.maxDelay)
    failureCount += 1
    let random = Duration.seconds(Double.random(in: delay / 2...delay, using: &generator))
    return requested.map { $0 + random / 10 }.map { max($0, random) } ?? random
  }

  mutating func reset() { failureCount = 0 }
}
