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
    } else if let cursor = store.cursor {
      RoutineFigures(
        store: store, hasNames: cursor.hasSeveralExercises, maxHeight: maxHeight)
    } else {
      ProgressFigures(store: store, maxHeight: maxHeight)
    }
  }
}

/// The reps and the time of a workout that is a single set, or of a part of a routine.
struct ProgressFigures: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let maxHeight: Int

  var body: some View {
    RemainingFigures(
      remaining: store.progress?.remaining, roundReps: store.roundRepCount,
      reps: store.challenge.hasReps ? store.repCount : nil, maxHeight: maxHeight)
  }
}

/// The remaining part of a set, and the reps. These numbers change a hundred times less often than the clock.
private struct RemainingFigures: RetainedView {
  let remaining: WorkoutProgress.Remaining?
  /// The reps of this round, or of the set if there are no rounds.
  let roundReps: Int
  /// The reps of the workout; `nil` if none are counted.
  let reps: Int?
  let maxHeight: Int

  var body: some View { BigFigures(figures, maxHeight: maxHeight) }

  private var figures: [BigFigures.Figure] {
    switch remaining {
    case .timed(let part, let seconds):
      [
        .init(
          seconds < 60 ? "\(seconds)" : Duration.seconds(seconds).minutesText, widest: "00",
          words: remaining?.text ?? "", role: part.step == nil ? .accent : .digit),
        .init("\(roundReps)", widest: "00", words: "\(roundReps.repsText) this round"),
      ] + total
    case .counted(let part, let seconds, let isLeft):
      [
        .init(part.repsText, widest: "0/00", words: part.countedTitle)
      ] + total + [isLeft ? time(seconds) : worked(seconds)]
    case .stopwatch(let part, let seconds):
      [.init(Duration.seconds(seconds).minutesText, words: part.countedTitle)] + total
    case .seconds(let seconds):
      total + [time(seconds)]
    case .reps, .set, .hold, nil:
      total
    }
  }

  private var total: [BigFigures.Figure] {
    reps.map { [.init("\($0)", widest: "00", words: "REPS \($0)")] } ?? []
  }

  private func worked(_ seconds: Int) -> BigFigures.Figure {
    let time = Duration.seconds(seconds).minutesText
    return .init(time, words: "\(time) worked")
  }

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
        BigText("\(store.repCount)", maxScale: max(1, maxHeight / 24))
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
      if let round = store.roundTitle { Text(round).style(.accent) }
      if store.shouldShowReps { Text("REPS \(store.repCount)").style(.accent) }
      if !hasClock { ClockText(store: store) }
      if let note { Text(note).style(.warning) }
      // In a narrow terminal the race replaces the pace.
      if store.isUnderWay, width >= 60 || !store.isRacing, let pace = store.pace {
        Text("\(pace)/min").style(.dim)
      }
      // In intervals the rests would count as slow reps.
      if !store.isHold, width >= 60, store.cursor == nil || !store.challenge.routine.isTimed,
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
  /// Whether the time worked is the most important number: in a hold without an end, and if the score is the time.
  var isTimeProminent: Bool {
    if isHold { return set != nil || challenge.holdLimit == nil }
    if set != nil || cursor != nil { return false }
    return challenge.scoring.repGoal != nil
  }

  /// Whether the reps are shown as text, because the big digits don't show them.
  var shouldShowReps: Bool {
    challenge.hasReps && (!isInProgress || isPreparing || isTimeProminent)
  }

  /// The round or set in words: `ROUND 2`, `ROUND 2/3`, `SET 4/5`.
  var roundTitle: String? {
    guard let cursor else { return nil }
    if let set = cursor.set { return "SET \(set.number)" + (set.count.map { "/\($0)" } ?? "") }
    return RoutinePart(cursor).roundText.map { "ROUND \($0)" }
  }

  /// The reps of this round, or of the whole workout if it has no rounds.
  var roundRepCount: Int { cursor?.round?.reps ?? log.count }
}
