import ReducerRuntime

/// A client for the server of the guide's features.
@DependencyClient
struct APIClient: Sendable {
  var fetchLeaderboard:
    @Sendable (_ page: Int, _ filter: LeaderboardFeature.State.TimeFilter) async throws ->
      [LeaderboardEntry]
  var submitWorkout:
    @Sendable (_ challengeID: Int, _ repCount: Int, _ duration: Duration) async throws -> Void
}

extension APIClient: TestDependencyKey {
  static let testValue = APIClient()
}

extension DependencyValues {
  var apiClient: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}
