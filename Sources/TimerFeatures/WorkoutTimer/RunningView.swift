import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A running or paused workout.
///
/// Values that change with the clock have their own views, so that a tick draws only these.
struct RunningView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let note: String?

  var body: some View {
    SizeReader { size in
      let rows = Rows(height: size.height, hasClock: store.isTimeProminent)
      VStack(alignment: .center) {
        Spacer()
        let raceRows = rows.race(ofHeight: store.raceTableHeight)
        if rows.digits > 0 || !store.isTimeProminent {
          SetFigures(store: store, maxHeight: rows.digits - raceRows)
        }
        if raceRows > 0 {
          RunningRaceTable(store: store).frame(height: raceRows).padding(4, 0)
        } else if rows.hasGap {
          Text("")
        }
        SetStatusLine(
          store: store, width: size.width, note: note,
          hasClock: rows.digits > 0 && store.isTimeProminent)
        if let press = store.ignoredPress {
          IgnoredPressLine(press: press, gap: store.options.minGap)
        } else if let sentence = store.skipMessage {
          Text(sentence).style(.warning)
        }
        if store.hasProgress, rows.hasTrace || !store.hasMessage {
          WorkoutProgressLine(store: store)
        }
        if rows.hasTrace, !store.hasMessage, store.repCount > 1, !store.isHold {
          RepTrace(reps: store.log.reps).omittedFromPlainOutput()
        }
        Spacer()
      }
      .centered()
    }
  }

  /// The rows of the screen, by importance: digits with their labels, the status line, the progress, the trace.
  private struct Rows {
    let hasTrace: Bool
    let hasGap: Bool
    /// The maximum number of rows for the digits; 0 for no digits.
    let digits: Int

    /// Returns the number of rows for a table of the race, which leaves room for the smallest digits; 0 for no table.
    func race(ofHeight height: Int) -> Int {
      digits - 6 < 3 ? 0 : min(height, digits - 6)
    }

    init(height: Int, hasClock: Bool) {
      hasTrace = height >= 9
      // Reps in big digits have no gap below them, because the status line is their label.
      hasGap = height >= 10 && !(hasClock && height - 3 >= TimeFigures.minHeightForReps)
      digits = height >= 8 ? height - 2 - (hasTrace ? 1 : 0) - (hasGap ? 1 : 0) : 0
    }
  }
}

/// The progress of the workout, labeled with the remaining reps or time unless big digits show them.
private struct WorkoutProgressLine: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    if let progress = store.progress {
      ProgressBar(
        progress.fraction, label: progress.remaining.isProminent ? "" : progress.remaining.text
      )
      .padding(4, 0)
    }
  }
}

/// The gaps between the last reps as a line, which rises with fatigue.
private struct RepTrace: View {
  let reps: RepLog

  var body: some View {
    HStack(spacing: 1) {
      Text("time per rep").style(.dim)
      // The gap before the first rep includes the time to get into position and would flatten the others.
      Sparkline(reps.gaps.dropFirst().suffix(60).lazy.map { $0 / .seconds(1) }).style(.good)
    }
  }
}

/// The remaining reps or time of a workout in words.
struct RemainingLabel: RetainedView {
  let remaining: WorkoutProgress.Remaining?

  var body: some View {
    if let remaining { Text(remaining.text).style(.dim) }
  }
}

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
      reps: store.challenge.hasReps ? store.repCount : nil, rival: store.onlyRival,
      maxHeight: maxHeight)
  }
}

/// The remaining part of a set, and the reps. These numbers change a hundred times less often than the clock.
private struct RemainingFigures: RetainedView {
  let remaining: WorkoutProgress.Remaining?
  /// The reps of this round, or of the set if there are no rounds.
  let roundReps: Int
  /// The reps of the workout; `nil` if none are counted.
  let reps: Int?
  /// The other racer in a live race of two.
  let rival: RaceStanding?
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
    guard let reps else { return [] }
    return [.init("\(reps)", widest: "00", words: "REPS \(reps)")]
      + (rival.map { [$0.figure] } ?? [])
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
        if let rival = store.onlyRival {
          BigFigures(
            [.init("\(store.repCount)", words: "REPS \(store.repCount)"), rival.figure],
            maxHeight: Self.repRows)
        } else {
          BigText("\(store.repCount)", maxScale: max(1, maxHeight / 24)).omittedFromPlainOutput()
        }
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
      // If there is no room for both, the pause is more important than the race.
      words(withLead: store.isRacing && note == nil)
    }
  }

  private func words(withLead: Bool) -> some View {
    HStack(spacing: width < 40 ? 1 : 3) {
      if let round = store.roundTitle { Text(round).style(.accent) }
      if store.shouldShowReps { Text("REPS \(store.repCount)").style(.accent) }
      if !hasClock {
        if note == nil {
          ClockText(store: store).omittedFromPlainOutput()
        } else {
          ClockText(store: store)
        }
      }
      if let note { Text(note).style(.warning) }
      // In a narrow terminal the race replaces the pace.
      if store.isUnderWay, width >= 60 || !store.isRacing, let pace = store.pace {
        Text("\(pace)/min").style(.dim).omittedFromPlainOutput()
      }
      // In intervals the rests would count as slow reps.
      if !store.isHold, width >= 60, store.cursor == nil || !store.challenge.routine.isTimed,
        let slowdown = store.log.reps.slowdown
      {
        Text(text(ofSlowdown: slowdown)).style(.dim).omittedFromPlainOutput()
      }
      // This view is last, so that only the end of a long name is cut off.
      if withLead { RaceView(store: store) }
    }
  }

  /// `slowed 12%`, `sped up 3%` or `steady`.
  private func text(ofSlowdown slowdown: Double) -> String {
    let percent = (abs(slowdown) * 100).wholeNumber
    return percent == "0" ? "steady" : "\(slowdown < 0 ? "sped up" : "slowed") \(percent)%"
  }
}

extension WorkoutTimer.State {
  /// Whether the time worked is the most important number: in a hold without an end, or if the score is the time.
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
  var roundRepCount: Int { cursor?.round?.reps ?? log.reps.count }
}

/// The current exercise, its progress, and the next exercise, in a workout of several sets.
///
/// With 13 or more rows, the name of the exercise is five rows high, like the smallest digits. In floor mode, the
/// name of the next exercise is as high if it fits. Intervals of one exercise show no name, for larger digits.
struct RoutineFigures: View {
  let store: StoreOf<WorkoutTimer>
  /// Whether there are several exercises, so that their names are shown.
  let hasNames: Bool
  /// The number of rows available.
  let maxHeight: Int

  /// The rows of large letters and of the gap below them.
  private static let textRows = 6
  /// The rows of the smallest digits with their captions.
  private static let figureRows = 6

  var body: some View {
    let hasNext = maxHeight > Self.figureRows
    let hasName = hasNames && maxHeight > Self.figureRows + Self.textRows
    let hasLargeNext =
      hasName && store.isOnFloor && maxHeight >= Self.figureRows + 2 * Self.textRows
    let nameRows = hasName ? Self.textRows : 0
    let nextRows = hasLargeNext ? Self.textRows : hasNext ? 1 : 0
    VStack(alignment: .center) {
      if hasName {
        CurrentExercise(store: store)
        Text("")
      }
      ProgressFigures(store: store, maxHeight: maxHeight - nameRows - nextRows)
      if hasNext { NextExercise(store: store, isLarge: hasLargeNext) }
    }
  }
}

private struct CurrentExercise: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    if let cursor = store.cursor {
      BigText(RoutinePart(cursor).name.uppercased(), maxScale: 1)
    }
  }
}

private struct NextExercise: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let isLarge: Bool

  var body: some View {
    if let text = store.cursor?.next?.text {
      if isLarge {
        VStack(alignment: .center) {
          Text("then").style(.dim)
          BigText(text, maxScale: 1)
        }
      } else {
        HStack(spacing: 1) {
          Text("then").style(.dim)
          Text(text).style(.accent)
        }
      }
    } else {
      Text("the last one").style(.dim)
    }
  }
}

/// A line with the reason why the last press did nothing.
struct IgnoredPressLine: View {
  let press: IgnoredPress
  /// The shortest gap between two presses that both count.
  let gap: Duration

  var body: some View {
    KeyNameReader { key in
      Text(press.sentence(gap: gap, key: key)).style(.warning)
    }
  }
}

/// The time worked in digits that can be read from a distance.
struct ClockDigits: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let maxScale: Int

  var body: some View {
    let clock = store.elapsedTime.clockText
    BigText(clock, minorStart: clock.utf8.count - 3, maxScale: maxScale)
  }
}

/// The time worked as a line of text.
struct ClockText: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { Text(store.elapsedTime.clockText).bold() }
}
