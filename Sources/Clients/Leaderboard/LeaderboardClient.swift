import Models
import ReducerRuntime

/// A client that reads leaderboards.
@DependencyClient
public struct LeaderboardClient: Sendable {
  /// Returns a page of a leaderboard, and the entry of the current person.
  ///
  /// - Parameters:
  ///   - after: The end of the previous page (``LeaderboardPage/next``), or `nil` for the first page.
  ///   - filter: The workouts to include.
  ///   - challenge: The challenge.
  /// - Returns: At most ``LeaderboardPage/size`` entries.
  /// - Throws: ``ExplainedError``, and ``StaleCursor`` if `after` belongs to another leaderboard or to a past week;
  ///   start again from the first page.
  /// - Complexity: O(log n) in the people on the leaderboard.
  public var page:
    @Sendable (_ after: Standing.Cursor?, _ filter: LeaderboardFilter, _ challenge: Challenge.ID)
      async throws -> LeaderboardPage

  /// Returns the page that ends just before an entry, or the last page.
  ///
  /// - Parameter before: The cursor of the entry, or `nil` for the end of the leaderboard.
  /// - Throws: As ``page``.
  /// - Complexity: O(log n) in the people on the leaderboard.
  public var pageBefore:
    @Sendable (_ before: Standing.Cursor?, _ filter: LeaderboardFilter, _ challenge: Challenge.ID)
      async throws -> LeaderboardPage

  /// Returns the page that ends just before a person's current entry and the page that starts with that entry. If the
  /// person no longer has an entry, the cursor takes its place.
  ///
  /// - Throws: As ``page``.
  /// - Complexity: O(log n), plus O(t) in the ties with the entry.
  public var pageAround:
    @Sendable (_ cursor: Standing.Cursor, _ filter: LeaderboardFilter, _ challenge: Challenge.ID)
      async throws -> LeaderboardPage

  /// Returns the workout behind an entry, with its log.
  ///
  /// - Returns: `nil` if the workout no longer exists.
  /// - Throws: ``ExplainedError``.
  public var workout: @Sendable (_ id: Workout.ID) async throws -> Workout?
}

extension LeaderboardClient: TestDependencyKey {
  public static let testValue = LeaderboardClient()
}

extension DependencyValues {
  /// The client that reads leaderboards.
  public var leaderboard: LeaderboardClient {
    get { self[LeaderboardClient.self] }
    set { self[LeaderboardClient.self] = newValue }
  }
}

/// An error for a cursor of another leaderboard or of a past week.
public struct StaleCursor: ExplainedError, Hashable, Sendable {
  public var summary: String { "the leaderboard has changed" }
  public var remedy: String { "refresh it" }
  public var details: String { "stale cursor" }

  /// Creates the error.
  public init() {}
}
