import FoundationEssentials
import Glibc
import Models
import Synchronization

/// A record of a running workout's elapsed time, updated each second in shared memory that outlives the process.
///
/// Updating a row would wake the database thread and sync the disk each second just for the time; writing to shared
/// memory is one store. The page survives a kill but not a power failure, so rows are still written with each rep,
/// and every ``databaseInterval`` without reps.
public final class Heartbeat: Sendable {
  /// The maximum elapsed time that a power failure can lose.
  static let databaseInterval = Duration.seconds(30)

  private struct State {
    /// The draft as last saved in the database.
    var saved: WorkoutDraft?
    var page: HeartbeatPage?
    /// The number of workouts that have ended.
    var endedCount = 0
  }

  private let state = Mutex(State())

  /// Creates a heartbeat without a workout.
  public init() {}

  /// Records the elapsed time if nothing else has changed since the last call of ``didSave(_:in:since:)``.
  ///
  /// - Returns: Whether the time was recorded; otherwise the database must save the draft.
  /// - Complexity: O(n) in the reps so far.
  func recordBeat(for draft: WorkoutDraft, at now: Date) -> Bool {
    state.withLock { state in
      guard
        var saved = state.saved, draft.duration >= saved.duration,
        draft.duration - saved.duration < Self.databaseInterval
      else { return false }
      saved.duration = draft.duration
      guard draft == saved, let page = state.page else { return false }
      page.beat = Beat(elapsed: draft.duration, at: now)
      return true
    }
  }

  /// The number of workouts that have ended. Read it before saving and pass it to ``didSave(_:in:since:)``.
  var endedCount: Int { state.withLock { $0.endedCount } }

  /// Records that the database has saved a draft.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - endedCount: The value of ``endedCount`` before saving. If a workout has ended since, the call is ignored:
  ///     the database may answer out of order, and a finished workout would leave its page behind.
  func didSave(_ draft: WorkoutDraft, in database: String, since endedCount: Int) {
    state.withLock { state in
      guard state.endedCount == endedCount else { return }
      if state.page == nil || state.saved?.id != draft.id {
        state.page = HeartbeatPage(of: draft.id, in: database)
      }
      state.saved = draft
    }
  }

  /// Removes the page of a workout that has ended.
  func end(_ id: Workout.ID) {
    state.withLock { state in
      if state.saved?.id == id { (state.saved, state.page) = (nil, nil) }
      state.endedCount += 1
    }
    HeartbeatPage.remove(id)
  }
}

/// The content of a heartbeat.
struct Beat: Equatable {
  /// The elapsed time in milliseconds.
  let elapsedMilliseconds: Int64
  /// The time of the beat by the wall clock.
  let millisecondsSince1970: Int64

  /// Returns the last beat of a workout, if its process left one.
  ///
  /// - Complexity: A few system calls.
  static func last(of id: Workout.ID) -> Beat? { HeartbeatPage.lastBeat(of: id) }
}

extension Beat {
  var elapsed: Duration { .milliseconds(elapsedMilliseconds) }
  var date: Date { Date(millisecondsSince1970: millisecondsSince1970) }

  init(elapsed: Duration, at date: Date) {
    elapsedMilliseconds = max(0, elapsed.wholeMilliseconds)
    millisecondsSince1970 = date.millisecondsSince1970
  }
}
