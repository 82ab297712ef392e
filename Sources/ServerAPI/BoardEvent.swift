/// The data of an event `board` of `GET /v1/events`: entries of a challenge's leaderboards have changed.
public struct BoardEvent: Hashable, Sendable, Codable {
  public var challenge: String

  public init(challenge: String) { self.challenge = challenge }
}
