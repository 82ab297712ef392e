import Glibc
import Models

/// A problem with the database, a file or the settings.
public struct Finding: Hashable, Sendable {
  /// The problem and its location, in one line.
  public let problem: String

  /// The action that resolves the problem.
  public let remedy: String

  let repair: Repair?

  /// Whether ``Doctor/repair(_:)`` can resolve the problem.
  public var isRepairable: Bool { repair != nil }

  /// A repair of a problem.
  enum Repair: Hashable, Sendable {
    /// Changes the mode of a file or folder.
    case setMode(path: String, mode_t)
    /// Removes a file.
    case remove(path: String)
    /// Rebuilds the indexes from their tables.
    case reindex
    /// Recomputes the aggregates from the workouts.
    case recomputeAggregates
    /// Imports a workout from the rescue folder into the database.
    case importWorkout(RescuedWorkout)
  }

  init(_ problem: String, _ remedy: String) {
    self.problem = problem
    self.remedy = remedy
    repair = nil
  }

  init(_ problem: String, repair: Repair) {
    self.problem = problem
    self.repair = repair
    remedy =
      switch repair {
      case .setMode: "--repair removes that permission"
      case .remove: "--repair removes it"
      case .reindex: "--repair rebuilds the indexes"
      case .recomputeAggregates: "--repair recomputes them"
      case .importWorkout:
        "--repair moves it into the database, and the next start offers to resume it"
      }
  }
}
