import Models
import ReducerRuntime
import TerminalUI

/// A workout that goes on. What the clock moves has views of its own, so that a tick draws nothing else.
struct RunningView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let note: String?

  var body: some View {
    SizeReader { size in
      let rows = Rows(height: size.height, hasClock: store.isTimeProminent)
      VStack(alignment: .center) {
        Spacer()
        if rows.digits > 0 || !store.isTimeProminent {
          SetFigures(store: store, maxHeight: rows.digits)
        }
        if rows.hasGap { Text("") }
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
          RepTrace(log: store.log)
        }
        Spacer()
      }
      .centered()
    }
  }

  /// The rows of the screen, by importance: digits with the words below them, the words, how far it has come, the trace.
  private struct Rows {
    let hasTrace: Bool
    let hasGap: Bool
    /// What the digits may take; 0 where there are none.
    let digits: Int

    init(height: Int, hasClock: Bool) {
      hasTrace = height >= 9
      // Below the reps in digits, the words are theirs.
      hasGap = height >= 10 && !(hasClock && height - 3 >= TimeFigures.minHeightForReps)
      digits = height >= 8 ? height - 2 - (hasTrace ? 1 : 0) - (hasGap ? 1 : 0) : 0
    }
  }
}

/// How far the workout has come, and what is left of it where that is not in big digits.
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

/// The gaps between the last reps, high where one was long: a rising line shows fatigue.
private struct RepTrace: View {
  let log: RepLog

  var body: some View {
    HStack(spacing: 1) {
      Text("time per rep").style(.dim)
      // The first rep's gap is the time to get going, and would make the others small.
      Sparkline(log.gaps.dropFirst().suffix(60).lazy.map { $0 / .seconds(1) }).style(.good)
    }
  }
}

extension Double {
  /// Rounded, as text; never in scientific notation.
  var wholeNumber: String { "\(Int(rounded()))" }
}

/// What is left of a workout, in words.
struct RemainingLabel: RetainedView {
  let remaining: WorkoutProgress.Remaining?

  var body: some View {
    if let remaining { Text(remaining.text).style(.dim) }
  }
}
