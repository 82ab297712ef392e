import Clients

/// What went wrong, as a person is told it: one sentence that says what, where and what to do.
public struct Failure: Error, Equatable, Sendable {
  public var sentence: String
  /// For whoever mends it; no personal data.
  public var details: String

  public init(sentence: String, details: String) {
    self.sentence = sentence
    self.details = details
  }

  /// The one place where an error becomes words.
  public init(_ error: any Error) {
    switch error {
    case let failure as Failure:
      self = failure
    case let error as DatabaseError:
      self.init(sentence: error.sentence, details: error.details)
    case let error as UnknownChallenge:
      self.init(
        sentence: "the catalogue has no challenge '\(error.id)'; update Ladder",
        details: "unknown challenge \(error.id)")
    case is StaleCursor:
      self.init(
        sentence: "the leaderboard has changed; press r to load it again",
        details: "stale cursor")
    default:
      self.init(
        sentence: "something went wrong (\(error)); try again",
        details: "\(type(of: error)): \(error)")
    }
  }
}

/// The outcome of `work`, with any error in words.
nonisolated(nonsending) func outcome<Success>(
  of work: nonisolated(nonsending) () async throws -> Success
) async -> Result<Success, Failure> {
  do {
    return .success(try await work())
  } catch {
    return .failure(Failure(error))
  }
}
