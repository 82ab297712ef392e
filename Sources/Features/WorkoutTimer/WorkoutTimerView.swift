import Models
import ReducerRuntime
import TerminalUI

/// The screen of a workout: the time in digits that can be read from the floor, and the reps.
struct WorkoutTimerView: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    SizeReader { size in
      if store.isOnFloor && store.canShowFloorView {
        FloorView(store: store, isNarrow: size.width < 60)
      } else if let editor = store.scope(state: \.noteEditor, action: \.noteEditor.presented) {
        NoteEditorView(store: editor, rest: store.rest)
      } else {
        screen(isCompact: size.height < 8)
      }
    }
    .overlay {
      if store.isAskingToLeave {
        Alert(
          store.leaveQuestion.title, message: store.leaveQuestion.message,
          choices: WorkoutTimer.keys.hints(in: store.state))
      }
      if !store.isOnFloor,
        let sheet = store.scope(state: \.errorSheet, action: \.errorSheet.presented)
      {
        ErrorHandlingView(store: sheet)
      }
    }
  }

  /// - Parameter isLow: Whether there is room for the time and the reps alone.
  @ViewBuilder
  private func screen(isCompact: Bool) -> some View {
    VStack {
      if !isCompact {
        VStack {
          // How it is scored can be done without; which set it is cannot.
          TitleLine(store.heading, style: .dim, shouldTruncateTitle: store.purpose != nil) {
            Text(store.challenge.name).style(.title)
          }
          Divider()
        }
        .readable().centered(.horizontal)
      }
      // Above the figures, which make do with what room is left; what could not be saved says so itself.
      if let failure = store.failure, !store.state.isNotSaved {
        Paragraph("Not stored yet: \(failure.sentence)").style(.warning)
      }
      WorkoutPhaseView(store: store).expanded()
    }
  }
}

private struct WorkoutPhaseView: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    switch store.phase {
    case .idle:
      HStack(spacing: 1) {
        Text("Press")
        HintKeys(Hint("s", "start"))
        Text("to start")
      }
      .tappable(Hint("s", "start")).centered()
    case .preparing(_, let remaining):
      CountdownView(remaining: remaining, rival: store.ghost?.name)
    case .running:
      RunningView(store: store, note: nil)
    case .paused:
      if let countdown = store.resumeCountdown {
        CountdownView(remaining: countdown.remaining, rival: store.ghost?.name)
      } else {
        RunningView(store: store, note: "PAUSED")
      }
    case .saving:
      RunningView(store: store, note: "Saving")
    case .discarding:
      Text("Discarding").centered()
    case .saved(let saved):
      SavedView(
        challenge: store.challenge, saved: saved, race: store.raceResult, rest: store.rest,
        purpose: store.purpose, ignored: store.ignoredPress,
        skippedIntervalCount: store.skippedIntervalCount, rival: store.rival)
    case .notSaved(let unsaved):
      NotSavedView(store: store, unsaved: unsaved)
    }
  }
}

/// Whole seconds only, so that they are not taken for the time worked.
private struct CountdownView: View {
  let remaining: Int
  /// The name of what is raced against, if anything.
  let rival: String?

  var body: some View {
    VStack(alignment: .center) {
      Text("Get ready")
      Text(rival.map { "against \($0)" } ?? "")
      BigDigits("\(remaining)")
    }
    .centered()
  }
}

/// The time worked in digits that can be read from the floor.
struct ClockDigits: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let maxScale: Int

  var body: some View {
    let clock = store.elapsedTime.clockText
    BigDigits(clock, minorStart: clock.utf8.count - 3, maxScale: maxScale)
  }
}

/// The time worked in a line of text.
struct ClockText: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View { Text(store.elapsedTime.clockText).bold() }
}
