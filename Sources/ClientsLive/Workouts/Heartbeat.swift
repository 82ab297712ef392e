import FoundationEssentials
import Glibc
import Models
import Synchronization

/// How long a running workout has run, kept each second in memory that outlives the program.
///
/// A row would wake the database's thread and have it wait for the disk, each second and for nothing but the time. A page
/// of shared memory takes a store. A kill leaves it there; a power cut does not, so ``WorkoutDraft`` rows are kept with
/// each rep all the same, and every ``rowInterval`` where there are none.
public final class Heartbeat: Sendable {
  /// How much time a power cut may cost.
  static let rowInterval = Duration.seconds(30)

  private struct State {
    /// What the database has.
    var kept: WorkoutDraft?
    var page: HeartbeatPage?
    /// How many workouts have ended.
    var endings = 0
  }

  private let state = Mutex(State())

  public init() {}

  /// Keeps the time of a workout of which nothing else has changed since ``kept(_:)`` was told of it.
  ///
  /// - Returns: Whether that was enough; else the database is to keep the workout.
  /// - Complexity: O(n) in the reps so far.
  func takes(_ draft: WorkoutDraft, now: Date) -> Bool {
    state.withLock { state in
      guard
        var kept = state.kept, draft.duration >= kept.duration,
        draft.duration - kept.duration < Self.rowInterval
      else { return false }
      kept.duration = draft.duration
      guard draft == kept, let page = state.page else { return false }
      page.beat = Beat(elapsed: draft.duration, at: now)
      return true
    }
  }

  /// How many workouts have ended so far: to be asked before the database is, for ``kept(_:since:)``.
  var endings: Int { state.withLock { $0.endings } }

  /// Notes what the database has kept.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - endings: What ``endings`` was before. Where a workout has ended since, nothing is noted: the database's answers
  ///     may come in another order than it was asked, and one that is over would leave its page behind.
  func kept(_ draft: WorkoutDraft, in database: String, since endings: Int) {
    state.withLock { state in
      guard state.endings == endings else { return }
      if state.page == nil || state.kept?.id != draft.id {
        state.page = HeartbeatPage(of: draft.id, in: database)
      }
      state.kept = draft
    }
  }

  /// Forgets a workout that is over.
  func end(_ id: Workout.ID) {
    state.withLock { state in
      if state.kept?.id == id { (state.kept, state.page) = (nil, nil) }
      state.endings += 1
    }
    HeartbeatPage.remove(id)
  }
}

/// What a heartbeat says.
struct Beat: Equatable {
  /// The time worked, in whole milliseconds.
  let elapsedMilliseconds: Int64
  /// When that was, by the wall clock.
  let millisecondsSince1970: Int64

  /// The last one of a workout, if its program left any.
  ///
  /// - Complexity: a few system calls.
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
