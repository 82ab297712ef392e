import Models

/// A workout of a challenge that nobody knows how to score.
public struct UnknownChallenge: Error, Hashable, Sendable {
  public let id: Challenge.ID

  public init(id: Challenge.ID) { self.id = id }
}
