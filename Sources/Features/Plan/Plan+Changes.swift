import Clients
import Models
import TerminalUI

extension Plan.State {
  /// Whether the plan was ended and can be restored.
  var isEnded: Bool { plan == nil && canUndo }

  /// Whether the plan's screen has anything to show.
  var canShow: Bool { plan != nil || isEnded }

  /// Shows the plan in place of the challenge.
  ///
  /// - Parameter today: The local day, in days since 1970.
  mutating func show(today: Int64) {
    self.today = today
    isShown = true
    selection = plan?.completedDays.count ?? 0
  }

  /// Returns the next workout: the next set, or the test after the last session; `nil` without a plan.
  ///
  /// - Parameter today: The local day, in days since 1970.
  mutating func nextWorkout(today: Int64) -> WorkoutPurpose? {
    guard let plan else { return nil }
    self.today = today
    return plan.nextSet(today: today).map { .set($0) } ?? .test
  }

  /// Shows the plan after the change that was saved, with a notice about it.
  mutating func apply(_ saved: SavedPlan) {
    let plan = saved.plan
    switch change {
    case .started:
      canUndo = saved.hasReplacedAnother
      notice = canUndo ? .replaced : nil
    case .finished, nil:
      notice = nil
      canUndo = false
    case .ended:
      notice = .ended
      canUndo = true
    case .undone:
      notice = plan == nil ? .nothingToRestore : .restored
      canUndo = false
    }
    show(plan)
  }

  /// Shows the plan of another program, which has prevented a change.
  mutating func show(_ conflict: EditConflict<TrainingPlan>) {
    notice = conflict.current == nil ? .endedElsewhere : .replacedElsewhere
    canUndo = conflict.current == nil
    show(conflict.current)
  }

  private mutating func show(_ plan: TrainingPlan?) {
    change = nil
    failure = nil
    self.plan = plan
    selection = plan?.completedDays.count ?? 0
  }
}

/// The active plan of a challenge after a change.
public struct SavedPlan: Equatable, Sendable {
  let plan: TrainingPlan?
  /// Whether the plan took the place of another one, perhaps one that another program had started meanwhile.
  var hasReplacedAnother = false
}

/// A row of a plan.
struct PlanEntry: Equatable {
  /// The session; `nil` for the test at the end.
  var session: TrainingSession?
  var day: Int64
  /// The state as text: `done`, `today`; empty for later rows.
  var state: String
}

extension Plan.State {
  /// The sessions and the test after them, each with its day.
  var entries: [PlanEntry] {
    guard let plan else { return [] }
    let sessions = plan.sessions
    return plan.days(today: today).enumerated().map { index, day in
      PlanEntry(
        session: sessions.indices.contains(index) ? sessions[index] : nil, day: day,
        state: state(ofEntry: index, day, plan))
    }
  }

  private func state(ofEntry index: Int, _ day: Int64, _ plan: TrainingPlan) -> String {
    guard index >= plan.completedDays.count else { return "done" }
    guard index == plan.completedDays.count else { return "" }
    guard let set = plan.nextSet(today: today), set.number > 1 else {
      return day.dueText(today: today)
    }
    return "at set \(set.number)"
  }
}

/// A notice about the last change of a training plan.
public enum PlanNotice: Equatable, Sendable {
  case noScore
  case replaced
  case ended
  case restored
  case nothingToRestore
  case endedElsewhere
  case replacedElsewhere

  /// Returns the notice as text, with the key that undoes the change.
  func sentence(_ key: KeyNames) -> String {
    let undo = key("u", "undo")
    return switch self {
    case .noScore: "No score, so no plan."
    case .replaced: "This is your new plan; \(undo) restores the previous one."
    case .ended: "Plan ended; \(undo) restores it."
    case .restored: "Restored."
    case .nothingToRestore: "There is nothing to restore."
    case .endedElsewhere: "Another program has ended this plan; \(undo) restores it."
    case .replacedElsewhere: "Nothing is changed: another program has started this plan."
    }
  }
}
