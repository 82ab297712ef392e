import Models

/// A workout of a challenge that nobody knows how to score.
public struct UnknownChallenge: Error, Hashable, Sendable, CustomStringConvertible {
  public let id: Challenge.ID

  public var description: String { "there is no challenge \(id.rawValue)" }

  public init(id: Challenge.ID) { self.id = id }
}
