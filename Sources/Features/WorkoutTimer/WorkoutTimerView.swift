import Models
import ReducerRuntime
import TerminalUI

/// A workout's screen: the time in digits that can be read from a distance, and the reps.
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

  /// - Parameter isCompact: Whether there is only room for the time and the reps.
  @ViewBuilder
  private func screen(isCompact: Bool) -> some View {
    VStack {
      if !isCompact {
        VStack {
          // In a narrow terminal the scoring may be cut off, but not the number of the set.
          TitleLine(store.heading, style: .dim, shouldTruncateTitle: store.purpose != nil) {
            Text(store.challenge.name).style(.title)
          }
          Divider()
        }
        .readable()
      }
      // Above the digits, which adapt to the remaining height. The view of an unsaved workout shows its own failure.
      if let failure = store.failure, !store.state.isNotSaved {
        Paragraph("Not saved yet: \(failure.sentence)").style(.warning)
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
      CountdownView(remaining: remaining, opponent: store.ghost?.name)
    case .running:
      RunningView(store: store, note: nil)
    case .paused:
      if let countdown = store.resumeCountdown {
        CountdownView(remaining: countdown.remaining, opponent: store.ghost?.name)
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
        cueFailure: store.cueFailure,
        skippedIntervalCount: store.skippedIntervalCount, comparedWorkout: store.comparedWorkout)
    case .notSaved(let unsaved):
      NotSavedView(store: store, unsaved: unsaved)
    }
  }
}

/// A countdown in whole seconds only, so that it isn't mistaken for the time worked.
private struct CountdownView: View {
  let remaining: Int
  /// The name of the opponent in a race, if any.
  let opponent: String?

  var body: some View {
    VStack(alignment: .center) {
      Text("Get ready")
      Text(opponent.map { "against \($0)" } ?? "")
      BigText("\(remaining)")
    }
    .centered()
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
