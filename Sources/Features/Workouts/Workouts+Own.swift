import Clients
import Models
import ReducerRuntime

extension Workouts {
  /// What has become of the challenges that people made.
  public struct OwnChange: Equatable, Sendable {
    var own: OwnChallenges
    var notice: String
    /// Which challenge to stand on, if another.
    var selected: Challenge.ID?
  }

  func loadOwn() -> Effect<Action> {
    .run { send in await send(.ownResponse(outcome { try await challenges.own() })) }
      .cancellable(id: CancelID.own, cancelInFlight: true)
  }

  /// Keeps what the form made: a new challenge or another version of one.
  func keep(_ challenge: Challenge, isNew: Bool) -> Effect<Action> {
    change {
      guard isNew else {
        try await challenges.edit(challenge: challenge)
        return ("Changed, u undoes it: \(challenge.name)", challenge.id)
      }
      let added = try await challenges.add(challenge: challenge)
      return ("Added: \(added.name)", added.id)
    }
  }

  func delete(_ challenge: Challenge) -> Effect<Action> {
    change {
      try await challenges.delete(id: challenge.id)
      return ("Deleted, u brings it back: \(challenge.name)", nil)
    }
  }

  func undo() -> Effect<Action> {
    change {
      guard let challenge = try await challenges.undo() else {
        return ("There is nothing to bring back from the last 30 days.", nil)
      }
      return ("Brought back: \(challenge.name)", challenge.id)
    }
  }

  private func change(
    _ work: @escaping @Sendable () async throws -> (notice: String, selected: Challenge.ID?)
  ) -> Effect<Action> {
    .run { send in
      await send(
        .ownChangeResponse(
          outcome {
            let (notice, selected) = try await work()
            return OwnChange(own: try await challenges.own(), notice: notice, selected: selected)
          }))
    }
    .cancellable(id: CancelID.own)
  }
}

extension Workouts.State {
  /// Shows the challenges that people made beside those that come with the program.
  ///
  /// - Parameter selected: Which to stand on; where we were when it is not given.
  /// - Returns: Whether anything is another than before.
  mutating func use(_ own: OwnChallenges, selected: Challenge.ID? = nil) -> Bool {
    let target = selected ?? selectedChallenge?.id
    let catalogue = standard.adding(own)
    let isOther = catalogue != self.catalogue
    self.catalogue = catalogue
    selection =
      visibleChallenges.firstIndex { $0.id == target }
      ?? selection.moved(by: 0, in: visibleChallenges.count)
    return isOther
  }
}
