import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// The racers of a running workout in a live race.
struct RunningRaceTable: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    if let order = store.raceOrder {
      RaceTable(order: order, you: .you, challenge: store.challenge)
    }
  }
}

/// The current lead of a running workout.
struct RaceView: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { LeadView(lead: store.lead) }
}

/// A lead in words, in green when ahead and in the warning color when behind.
struct LeadView: RetainedView {
  let lead: Lead?

  var body: some View {
    if let lead {
      let role: Theme.Role = lead.reps < 0 ? .warning : .good
      if let place = lead.place {
        HStack {
          Text(place).style(.accent)
          Text(", \(lead.text)").style(role).omittedFromPlainOutput()
        }
      } else {
        Text(lead.text).style(role)
      }
    }
  }
}

extension WorkoutTimer.State {
  /// The standings of a live race with the person's own reps; `nil` without a live race.
  var raceOrder: RaceOrder? {
    guard let rivals else { return nil }
    let goalTime = repGoal.flatMap { goal in
      log.reps.count >= goal ? log.reps[goal - 1] : nil
    }
    let own = RaceStanding(
      id: .you, name: "You", reps: repCount, phase: isUnderWay ? .racing : .finished,
      end: goalTime ?? (isOver ? lastInstant : nil))
    return RaceOrder([own] + rivals, by: challenge.scoring)
  }

  /// The other racer in a live race of two.
  var onlyRival: RaceStanding? { rivals.flatMap { $0.count == 1 ? $0[0] : nil } }

  /// The rows of a table with all racers; 0 without a live race, or if the figures show the only rival.
  var raceTableHeight: Int {
    guard let rivals, rivals.count > 1 || isHold && !rivals.isEmpty else { return 0 }
    return rivals.count + 2
  }

  /// The opponents in words: `your best`, `Ada`, `Ada and Ben`, `4 others`.
  var opponents: String? {
    guard let rivals else { return ghost?.name }
    switch rivals.count {
    case 0: return nil
    case 1, 2: return rivals.map(\.name).joined(separator: " and ")
    default: return "\(rivals.count) others"
    }
  }
}

extension Lead {
  /// Creates the lead over the next racer, or the deficit to the racer before.
  init?(in order: RaceOrder, isHold: Bool) {
    guard let own = order.index(of: .you), order.standings.count > 1 else { return nil }
    let other = order.standings[own == 0 ? 1 : own - 1]
    let holding = order.standings.filter { $0.id != .you && $0.phase == .racing }
    self.init(
      reps: isHold ? 0 : order.standings[own].reps - other.reps, name: other.name,
      place: "\(order.places[own].ordinalText) of \(order.standings.count)",
      holding: isHold ? Self.text(ofHolding: holding) : nil)
  }

  private static func text(ofHolding holding: [RaceStanding]) -> String {
    switch holding.count {
    case 0: "the last one holding"
    case 1: "\(holding[0].name) still holds"
    default: "\(holding.count) others still hold"
    }
  }
}
