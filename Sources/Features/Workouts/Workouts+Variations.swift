import Models
import ReducerRuntime

extension Workouts {
  /// Shows a variation of the open challenge: the challenge that has the same routine, or a new one.
  func openVariation(_ variation: Challenge, _ state: inout State) -> Effect<Action> {
    if let known = state.catalogue.equivalent(of: variation) {
      return open(known, plan: state.plans.first { $0.challenge == known.id }, &state)
    }
    return open(variation.withID(state.unusedID(like: variation.id)), isNew: true, &state)
  }
}

extension Workouts.State {
  /// Returns an ID that neither a challenge nor the open page has, so that the new page is another child.
  fileprivate func unusedID(like id: Challenge.ID) -> Challenge.ID {
    var unused = id
    var number = 1
    while catalogue[unused] != nil || detail?.id == unused {
      number += 1
      unused = Challenge.ID(rawValue: "\(id.rawValue)-\(number)")
    }
    return unused
  }

  /// Shows the best results of the variations of the open challenge.
  mutating func showVariationBests() {
    guard let detail else { return }
    let bests = variationBests(of: detail)
    guard bests != detail.variationBests else { return }
    destination?.modify(\.detail) { $0.variationBests = bests }
  }

  /// Returns the person's best results in the other variations of a challenge, by the names of the variations.
  ///
  /// - Complexity: O(n) in the challenges, for each variation.
  func variationBests(of detail: ChallengeDetail.State) -> [String: String] {
    guard let position = detail.variation else { return [:] }
    var bests: [String: String] = [:]
    for name in position.scale.variations where name != position.variation {
      guard
        let variation = detail.challenge.replacing(position, with: name),
        let challenge = catalogue.equivalent(of: variation),
        let best = results[challenge.id]?.best
      else { continue }
      bests[name] = challenge.shortText(best)
    }
    return bests
  }
}
