import Clients
import Models
import ReducerRuntime
import TerminalUI

/// Publishing workouts of the challenge where the source has that.
extension Leaderboard {
  /// Reads whether workouts are published, and what waits for the network.
  func loadPublication(_ state: State) -> Effect<Action> {
    guard state.source.has(.publishing) else { return .none }
    let client = leaderboards.client(state.source.id)
    return .request(CancelID.publication) { [challenge = state.challenge.id] in
      try await client.publication(challenge: challenge)
    } response: {
      ._internal(.publicationResponse($0))
    }
  }

  /// Starts or stops publishing after the person has confirmed it.
  func togglePublication(_ state: inout State) -> Effect<Action> {
    guard state.isAskingToPublish, let publication = state.publication else { return .none }
    state.isAskingToPublish = false
    let client = leaderboards.client(state.source.id)
    // It is not cancelled when the person goes on to another leaderboard.
    return .run { [challenge = state.challenge.id] send in
      let result = await outcome {
        try await client.setPublished(isOn: !publication.isOn, challenge: challenge)
      }
      await send(._internal(.publishingResponse(result)))
    }
  }

  /// The keys that answer the question before publishing.
  static let publishingKeys: KeyMap<State, Action.View> = [
    .init(
      [.enter], "publish", .publishingConfirmed, name: "confirm-publishing",
      when: { $0.publication?.isOn == false }),
    .init(
      [.enter], "stop publishing", .publishingConfirmed, name: "confirm-publishing",
      when: { $0.publication?.isOn == true }),
    .init([.escape], "cancel", .publishingCancelled, name: "cancel-publishing"),
  ]
}

extension Leaderboard.State {
  /// The question before publishing workouts of the challenge, or before the end of it: a title and an explanation.
  var publishingQuestion: (title: String, message: String) {
    if publication?.isOn == true {
      return (
        "Stop publishing?",
        "Your workouts of \(challenge.name) are withdrawn from \(source.name). "
          + "They stay on this machine."
      )
    }
    return (
      "Publish \(challenge.name)?",
      "Everyone in \(source.name) sees your name there (\(source.member ?? "")), your scores and the "
        + "time of each rep: of past workouts and of those to come. If you stop, they are withdrawn."
    )
  }

  /// Whether workouts are published, in a few words.
  var publicationText: String? {
    guard let publication else { return nil }
    guard publication.waitingCount > 0 else {
      return publication.isOn ? "published" : "not published"
    }
    let count = publication.waitingCount
    let workouts = count == 1 ? "1 workout waits" : "\(count) workouts wait"
    return publication.isOn ? "\(workouts) for the network" : "\(workouts) to be withdrawn"
  }

  /// The problem with the last attempt to publish, if any.
  var publicationProblem: String? {
    if let refusal = publication?.refusal {
      return "The group refused a workout: \(refusal.reason.closedSentence)"
    }
    return publication?.failure.map { "Publishing: \($0.closedSentence)" }
  }

  /// The age of the entries and the reason why they may be out of date, if they may.
  var stalenessText: String? {
    guard let age = window.age else { return nil }
    return "As of \(age)."
      + (window.offlineReason.map { " " + $0.closedSentence.capitalizedStart } ?? "")
  }
}

extension String {
  /// The text with a full stop at its end.
  fileprivate var closedSentence: String { hasSuffix(".") || isEmpty ? self : self + "." }

  fileprivate var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}
