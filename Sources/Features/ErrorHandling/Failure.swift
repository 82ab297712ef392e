import Clients

/// What went wrong, as a person is told it: what happened, where, and what to do.
public struct Failure: Error, Equatable, Sendable {
  /// What went wrong and where, without a full stop.
  public var summary: String
  /// What to do about it, without a full stop.
  public var remedy: String
  /// The facts that a developer needs, without personal data.
  public var details: String

  public init(summary: String, remedy: String, details: String) {
    self.summary = summary
    self.remedy = remedy
    self.details = details
  }

  /// Both in one line.
  public var sentence: String { "\(summary); \(remedy)" }

  /// The one place where an error becomes words.
  public init(_ error: any Error) {
    switch error {
    case let failure as Failure:
      self = failure
    case let error as any ExplainedError:
      self.init(summary: error.summary, remedy: error.remedy, details: error.details)
    case let error as UnknownChallenge:
      self.init(
        summary: "the catalogue has no challenge '\(error.id)'", remedy: "update Ladder",
        details: "unknown challenge \(error.id)")
    case is StaleCursor:
      self.init(
        summary: "the leaderboard has changed", remedy: "refresh it",
        details: "stale cursor")
    default:
      self.init(
        summary: "something went wrong (\(error))", remedy: "try again",
        details: "\(type(of: error)): \(error)")
    }
  }
}

/// A failure, and what was wanted: to be tried again as it was.
public struct FailedRequest<Mutation: Equatable & Sendable>: Error, Equatable, Sendable {
  public var mutation: Mutation
  public var failure: Failure

  public init(_ mutation: Mutation, _ failure: Failure) {
    self.mutation = mutation
    self.failure = failure
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
