import Clients
import Models
import ReducerRuntime

/// An error in words for the person: a summary, a remedy, and details for a developer.
public struct Failure: ExplainedError, Equatable {
  /// The error and where it happened, without a full stop.
  public var summary: String
  /// A way to fix it, without a full stop.
  public var remedy: String
  /// Facts for a developer, without personal data.
  public var details: String

  public init(summary: String, remedy: String, details: String) {
    self.summary = summary
    self.remedy = remedy
    self.details = details
  }

  /// Creates a failure from any error.
  public init(_ error: any Error) {
    switch error {
    case let error as any ExplainedError:
      self.init(summary: error.summary, remedy: error.remedy, details: error.details)
    default:
      self.init(
        summary: "something went wrong (\(error))", remedy: "try again",
        details: "\(type(of: error)): \(error)")
    }
  }
}

/// A request that failed, with its input, so that a retry repeats exactly that.
public struct FailedRequest<Mutation: Equatable & Sendable>: Error, Equatable, Sendable {
  public var mutation: Mutation
  public var failure: Failure

  public init(_ mutation: Mutation, _ failure: Failure) {
    self.mutation = mutation
    self.failure = failure
  }
}

/// Returns the result of `work`, with an error turned into a ``Failure``.
nonisolated(nonsending) func outcome<Success>(
  of work: nonisolated(nonsending) () async throws -> Success
) async -> Result<Success, Failure> {
  do {
    return .success(try await work())
  } catch {
    return .failure(Failure(error))
  }
}

extension Effect {
  /// Makes a request and sends its result. A later request with the same identifier cancels it.
  ///
  /// ```swift
  /// .request(CancelID.plans) { try await plans.all() } response: { ._internal(.plansResponse($0)) }
  /// ```
  static func request<Success: Sendable>(
    _ id: some Hashable & Sendable,
    _ work: nonisolated(nonsending) @escaping @Sendable () async throws -> Success,
    response: @escaping @Sendable (Result<Success, Failure>) -> Action
  ) -> Self {
    .run { send in await send(response(outcome(of: work))) }
      .cancellable(id: id, cancelInFlight: true)
  }
}
