import Models
import ReducerRuntime
import TerminalUI

/// A view of a workout for reading from the floor: digits as large as the screen, and everything else in one line.
struct FloorView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  /// Whether the gaps in the line are reduced so that a race fits in.
  let isNarrow: Bool

  var body: some View {
    SizeReader { size in
      let ignored = store.isRunning ? store.ignoredPress : nil
      let height = size.height - (ignored == nil ? 1 : 2)
      VStack(alignment: .center) {
        digits(in: height).frame(height: max(0, height), alignment: .center)
        if let ignored {
          IgnoredPressLine(press: ignored, gap: store.options.minGap)
        }
        line
      }
      .centered()
    }
  }

  private var line: some View {
    HStack(spacing: isNarrow && store.isRacing ? 1 : 3) {
      if store.isResting, let rest = store.rest {
        Text("Saved").style(.good)
        Text(rest.text).style(.accent)
      }
      if store.isInProgress, store.hasProgress, store.isTimeProminent || store.set != nil {
        FloorProgress(store: store)
      }
      if store.failure != nil { Text("Not saved yet").style(.warning) }
      // This view is last, so that only the end of a long name is cut off.
      SetStatusLine(
        store: store, width: isNarrow ? 39 : 60, note: nil,
        hasClock: store.isInProgress && store.isTimeProminent)
    }
  }

  @ViewBuilder
  private func digits(in height: Int) -> some View {
    if store.isPreparing, let countdown = store.countdown {
      BigText("\(countdown.remaining)")
    } else if let rest = store.rest, rest.isResting {
      BigText(rest.time)
    } else if store.isTimeProminent {
      FloorTime(store: store, height: height)
    } else {
      SetFigures(store: store, maxHeight: height)
    }
  }
}

/// The time, with the reps in smaller digits below it.
private struct FloorTime: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let height: Int

  var body: some View {
    // A third of the height is for the reps, but at least the five rows of the smallest digits.
    let repRows = store.isHold || height < 11 ? 0 : max(5, height / 3)
    VStack(alignment: .center) {
      FloorClock(store: store)
        .frame(height: max(0, height - (repRows > 0 ? repRows + 1 : 0)), alignment: .center)
      if repRows > 0 {
        Text("")
        BigText("\(store.repCount)", maxScale: max(1, repRows / 5))
      }
    }
  }
}

/// The time without hundredths, so that the digits can be larger.
private struct FloorClock: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    FloorDigits(seconds: Int(store.elapsedTenths / 10))
  }
}

private struct FloorDigits: RetainedView {
  let seconds: Int

  var body: some View { BigText(String(Duration.seconds(seconds).clockText.dropLast(3))) }
}

private struct FloorProgress: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { RemainingLabel(remaining: store.progress?.remaining) }
}

extension WorkoutTimer.State {
  /// Whether there is something to show in floor mode.
  var canShowFloorView: Bool { isInProgress || isResting }
}
