import Models
import ReducerRuntime
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

  /// The rows of the screen, by importance: digits with their labels, the status line, the progress, the trace.
  private struct Rows {
    let hasTrace: Bool
    let hasGap: Bool
    /// The maximum number of rows for the digits; 0 for no digits.
    let digits: Int

    init(height: Int, hasClock: Bool) {
      hasTrace = height >= 9
      // There is no gap below reps in digits, because the status line is their label.
      hasGap = height >= 10 && !(hasClock && height - 3 >= TimeFigures.minHeightForReps)
      digits = height >= 8 ? height - 2 - (hasTrace ? 1 : 0) - (hasGap ? 1 : 0) : 0
    }
  }
}

/// The progress of the workout, labeled with what remains unless big digits show that.
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
  let log: RepLog

  var body: some View {
    HStack(spacing: 1) {
      Text("time per rep").style(.dim)
      // The gap before the first rep includes the time to get into position and would flatten the others.
      Sparkline(log.gaps.dropFirst().suffix(60).lazy.map { $0 / .seconds(1) }).style(.good)
    }
  }
}

extension Double {
  /// The value rounded to a whole number, never in scientific notation.
  var wholeNumber: String { "\(Int(rounded()))" }
}

/// The remaining reps or time of a workout in words.
struct RemainingLabel: RetainedView {
  let remaining: WorkoutProgress.Remaining?

  var body: some View {
    if let remaining { Text(remaining.text).style(.dim) }
  }
}
