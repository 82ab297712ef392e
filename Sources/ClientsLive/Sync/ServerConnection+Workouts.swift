import FoundationEssentials
import HTTPClient
import Models
import ServerAPI

extension ServerConnection {
  /// Publishes workouts.
  ///
  /// - Parameter workouts: At most ``Submission/maxCount``.
  /// - Throws: ``ServerError``.
  public func submit(_ workouts: [SubmittedWorkout]) async throws -> SubmissionResult {
    try await call(.post, "workouts", body: Submission(workouts: workouts))
  }

  /// Withdraws a workout. Does nothing if the server does not have it.
  ///
  /// - Throws: ``ServerError``.
  public func withdraw(_ id: Workout.ID) async throws {
    do {
      try await call(.delete, "workouts/\(id.uuidString.lowercased())")
    } catch ServerError.refused(let refusal) where refusal.status == 404 {}
  }

  /// Returns a workout of the group with its log; `nil` if the server does not have it.
  ///
  /// - Throws: ``ServerError``.
  public func workout(_ id: Workout.ID) async throws -> Workout? {
    let found: SubmittedWorkout
    do {
      found = try await call(.get, "workouts/\(id.uuidString.lowercased())")
    } catch ServerError.refused(let refusal) where refusal.status == 404 {
      return nil
    }
    guard
      found.id == id, let log = found.log.workoutLog, log.duration <= SubmittedWorkout.maxDuration
    else { throw invalid("the workout is not valid") }
    return Workout(
      id: id, challenge: Challenge.ID(rawValue: found.challenge), user: "",
      startedAt: found.startedAt.roundedToMilliseconds, log: log)
  }

  /// A response to a request for a page of a leaderboard.
  struct BoardResponse {
    /// The server's JSON; `nil` if the page still has the tag that the request named.
    var body: Data?
    /// The tag of the page, if the server gave one.
    var tag: String?
  }

  /// Requests a page of a leaderboard.
  ///
  /// - Parameter tag: The tag of the known page, if any.
  /// - Throws: ``ServerError``.
  func board(
    _ challenge: Challenge.ID, _ filter: LeaderboardFilter, _ range: LeaderboardRange,
    unlessTagged tag: String?
  ) async throws -> BoardResponse {
    var request = try request(
      .get, "boards/\(challenge.rawValue)",
      query: [("period", filter.period == .allTime ? "all" : "week")] + range.query)
    if let tag { request.headers.append(("If-None-Match", tag)) }
    let response = try await respond(to: request)
    let newTag = response.headers["etag"].flatMap { $0.isTag ? $0 : nil }
    if response.status == 304 {
      guard tag != nil else { throw invalid("status 304 without a conditional request") }
      return BoardResponse(body: nil, tag: tag)
    }
    try refuseSecrets(in: response)
    _ = try value(BoardPage.self, in: response)
    return BoardResponse(body: response.body, tag: newTag)
  }
}

extension LeaderboardRange {
  /// The range in a query.
  var query: [(name: String, value: String)] {
    switch self {
    case .after(nil): []
    case .before(nil): [("last", "1")]
    case .after(let cursor?): [("after", cursor.token ?? "")]
    case .before(let cursor?): [("before", cursor.token ?? "")]
    case .around(let standing): [("around", "\(standing.id)")]
    }
  }
}

extension String {
  /// Whether a text from a server can be sent back as a tag.
  fileprivate var isTag: Bool {
    utf8.count <= 200 && utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}

extension Workout.Provenance {
  /// Creates the value of a workout from a server.
  init(_ provenance: ServerAPI.Provenance) {
    self =
      switch provenance {
      case .live: []
      case .manual: .typed
      case .imported: .imported
      }
  }
}
