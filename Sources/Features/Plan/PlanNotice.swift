import TerminalUI

/// What was done last to a training plan, and how that is undone.
public enum PlanNotice: Equatable, Sendable {
  case nothingTested
  case replaced
  case givenUp
  case broughtBack
  case nothingToBringBack

  /// In words, with the key that undoes it.
  func sentence(_ key: KeyNames) -> String {
    let undo = key("u", "undo")
    return switch self {
    case .nothingTested: "The test came to nothing, so there is nothing to plan from it."
    case .replaced: "This is your new ladder; \(undo) takes the one before back."
    case .givenUp: "Given up; \(undo) brings it back."
    case .broughtBack: "Brought back."
    case .nothingToBringBack: "There is nothing to bring back."
    }
  }
}
