import Models
import ReducerRuntime
import TerminalUI

/// The most important numbers of a running set in big digits.
///
/// These are the reps and the time left, the countdown of the round and its reps, or the time.
struct SetFigures: View {
  let store: StoreOf<WorkoutTimer>
  /// The number of rows available.
  let maxHeight: Int

  var body: some View {
    if store.isTimeProminent {
      TimeFigures(store: store, maxHeight: maxHeight)
    } else {
      ProgressFigures(store: store, maxHeight: maxHeight)
    }
  }
}

private struct ProgressFigures: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let maxHeight: Int

  var body: some View {
    RemainingFigures(
      remaining: store.progress?.remaining, reps: store.roundRepCount, maxHeight: maxHeight)
  }
}

/// The remaining part of a set, and the reps. These numbers change a hundred times less often than the clock.
private struct RemainingFigures: RetainedView {
  let remaining: WorkoutProgress.Remaining?
  /// The reps of this round, or of the set if there are no rounds.
  let reps: Int
  let maxHeight: Int

  var body: some View { BigFigures(figures, maxHeight: maxHeight) }

  private var figures: [BigFigures.Figure] {
    switch remaining {
    case .round(let isWork, _, _, let seconds):
      [
        .init(
          "\(seconds)", widest: "00", words: remaining?.text ?? "", role: isWork ? .digit : .accent),
        .init("\(reps)", widest: "00", words: "\(reps.repsText) this round"),
      ]
    case .circuit(let position, let seconds):
      [
        .init("\(position.completedReps)", widest: "00", words: remaining?.text ?? ""),
        time(seconds),
      ]
    case .seconds(let seconds):
      [total, time(seconds)]
    case .reps, .set, .hold, nil:
      [total]
    }
  }

  private var total: BigFigures.Figure { .init("\(reps)", widest: "00", words: "REPS \(reps)") }

  private func time(_ seconds: Int) -> BigFigures.Figure {
    let time = Duration.seconds(seconds)
    return .init(time.minutesText, words: time.remainingText)
  }
}

/// The time worked, with the reps in smaller digits below it if they fit.
struct TimeFigures: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let maxHeight: Int

  /// The rows of the reps and of the gap above them.
  private nonisolated static let repRows = 6

  /// The minimum height at which reps are shown. The time then has twice the rows of the reps.
  nonisolated static let minHeightForReps = 10 + repRows

  var body: some View {
    let hasReps = !store.isHold && maxHeight >= Self.minHeightForReps
    VStack(alignment: .center) {
      ClockDigits(
        store: store,
        maxScale: (maxHeight - (hasReps ? Self.repRows : 0)) / 5)
      if hasReps {
        Text("")
        BigDigits("\(store.repCount)", maxScale: max(1, maxHeight / 24))
      }
    }
  }
}

/// The numbers that are not in big digits, as one line of text.
struct SetStatusLine: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let width: Int
  /// The label of a set that isn't running: `PAUSED`.
  let note: String?
  /// Whether the time is already shown in big digits.
  let hasClock: Bool

  var body: some View {
    ViewThatFits {
      words(withLead: store.isRacing)
      // If both don't fit, the pause is more important than the race.
      words(withLead: store.isRacing && note == nil)
    }
  }

  private func words(withLead: Bool) -> some View {
    HStack(spacing: width < 40 ? 1 : 3) {
      if let round = store.circuitRound { Text("ROUND \(round)").style(.accent) }
      if store.shouldShowReps { Text("REPS \(store.repCount)").style(.accent) }
      if !hasClock { ClockText(store: store) }
      if let note { Text(note).style(.warning) }
      // In a narrow terminal the race replaces the pace.
      if !store.isHold, width >= 60 || !store.isRacing, let pace = store.log.recentPace() {
        Text("\(pace.wholeNumber)/min").style(.dim)
      }
      // In intervals the rests would count as slow reps.
      if !store.isHold, width >= 60, store.challenge.intervals == nil,
        let slowdown = store.log.slowdown
      {
        Text(text(ofSlowdown: slowdown)).style(.dim)
      }
      // Last, so that only the end of a long name is cut off.
      if withLead { RaceView(store: store) }
    }
  }

  /// `12% slower`, `3% faster` or `steady`.
  private func text(ofSlowdown slowdown: Double) -> String {
    let percent = (abs(slowdown) * 100).wholeNumber
    return percent == "0" ? "steady" : "\(percent)% \(slowdown < 0 ? "faster" : "slower")"
  }
}

extension WorkoutTimer.State {
  /// Whether the time worked is the most important number: in a hold, and if the score is the time.
  var isTimeProminent: Bool {
    if isHold { return true }
    if set != nil { return false }
    return challenge.scoring.timeLimit == nil
  }

  /// Whether the reps are shown as text, because the big digits show something else.
  var shouldShowReps: Bool {
    !isHold
      && (!isInProgress || isPreparing || isTimeProminent || challenge.intervals != nil
        || challenge.circuit != nil)
  }

  /// The round of a circuit.
  var circuitRound: Int? {
    self.set == nil ? challenge.circuit?.position(after: circuitRepCount).round : nil
  }

  /// The reps of this round in an interval challenge, and all reps otherwise.
  var roundRepCount: Int {
    guard set == nil, let plan = challenge.intervals else { return log.count }
    // In tenths of a second, so that observers are notified ten times a second and not at each tick.
    let round = plan.position(at: .milliseconds(elapsedTenths * 100)).round
    return plan.reps(ofRound: round, in: log)
  }
}
