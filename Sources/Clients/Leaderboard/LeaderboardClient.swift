import Models
import ReducerRuntime

/// Reads leaderboards.
@DependencyClient
public struct LeaderboardClient: Sendable {
  /// A page of a leaderboard, and your own line wherever it is.
  ///
  /// - Parameters:
  ///   - after: Where the page before ended (``LeaderboardPage/next``), or `nil` for the first.
  ///   - filter: Which workouts count.
  ///   - challenge: Whose leaderboard.
  /// - Returns: At most ``LeaderboardPage/size`` lines; none for a challenge nobody has done.
  /// - Throws: ``ExplainedError``, and ``StaleCursor`` when `after` belongs to another leaderboard
  ///   or to a week that is over: start again from the first page.
  /// - Complexity: O(log n) for the lines, in the number of people on it.
  public var page:
    @Sendable (_ after: Standing.Cursor?, _ filter: TimeFilter, _ challenge: Challenge.ID)
      async throws -> LeaderboardPage

  /// The page that ends just above a line, or the last one of all.
  ///
  /// - Parameter before: Marks the line, or `nil` for the end of the leaderboard.
  /// - Throws: As ``page``.
  /// - Complexity: O(log n), in the number of people on it.
  public var pageBefore:
    @Sendable (_ before: Standing.Cursor?, _ filter: TimeFilter, _ challenge: Challenge.ID)
      async throws -> LeaderboardPage

  /// Two pages, in the middle of which is whoever stood at a line, wherever they stand now; if they are gone, those who
  /// stand there.
  ///
  /// - Throws: As ``page``.
  /// - Complexity: O(log n), and O(t) in those who tie with the line.
  public var pageAround:
    @Sendable (_ line: Standing.Cursor, _ filter: TimeFilter, _ challenge: Challenge.ID)
      async throws -> LeaderboardPage

  /// The workout that earned a place, with its log, whoever did it.
  ///
  /// - Returns: `nil` when it is not there any more.
  /// - Throws: ``ExplainedError``.
  public var workout: @Sendable (_ id: Workout.ID) async throws -> Workout?
}

extension LeaderboardClient: TestDependencyKey {
  public static let testValue = LeaderboardClient()
}

extension DependencyValues {
  /// Reads leaderboards.
  public var leaderboard: LeaderboardClient {
    get { self[LeaderboardClient.self] }
    set { self[LeaderboardClient.self] = newValue }
  }
}

/// A cursor of another leaderboard, or of a week that has ended since.
public struct StaleCursor: Error, Hashable, Sendable {
  public init() {}
}
