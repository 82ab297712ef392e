import Glibc
import Models

/// Something that is not as it should be, in one line.
public struct Finding: Hashable, Sendable {
  /// What was found, and where.
  public let what: String

  /// What a person can do about it.
  public let remedy: String

  let mending: Mending?

  /// Whether ``Doctor/mend(_:)`` can see to it.
  public var canBeMended: Bool { mending != nil }

  /// What takes care of it.
  enum Mending: Hashable, Sendable {
    case setMode(path: String, mode_t)
    case remove(path: String)
    /// Indexes are made again from their tables.
    case reindex
    /// Sums are made again from the workouts.
    case addUp
    /// A workout that was not saved is brought into the database.
    case bringIn(RescuedWorkout)
  }

  init(_ what: String, _ remedy: String) {
    self.what = what
    self.remedy = remedy
    mending = nil
  }

  init(_ what: String, mending: Mending) {
    self.what = what
    self.mending = mending
    remedy =
      switch mending {
      case .setMode: "--repair takes that away from them"
      case .remove: "--repair removes it"
      case .reindex: "--repair makes the indexes anew"
      case .addUp: "--repair adds them up anew"
      case .bringIn: "--repair brings it into the database, and the next start offers it"
      }
  }
}
