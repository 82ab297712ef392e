import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A workout's screen: the time in digits that can be read from a distance, and the reps.
public struct WorkoutTimerView: RetainedView {
  let store: StoreOf<WorkoutTimer>

  public init(store: StoreOf<WorkoutTimer>) { self.store = store }

  public var body: some View {
    SizeReader { size in
      if store.isOnFloor && store.canShowFloorView {
        FloorView(store: store, isNarrow: size.width < 60)
      } else {
        screen(isCompact: size.height < 8)
      }
    }
    .overlay {
      if store.isAskingToLeave {
        Alert(
          store.leaveText.title, message: store.leaveText.message,
          choices: keys.hints(in: store.state))
      } else if store.lifting?.isAskingForUnit == true {
        Alert(
          "Kilograms or pounds?", message: "It applies to weights that you type without a unit.",
          choices: keys.hints(in: store.state))
      }
      if !store.isOnFloor,
        let sheet = store.scope(state: \.errorSheet, action: \.errorSheet.presented)
      {
        ErrorHandlingView(store: sheet)
      }
    }
  }

  private var keys: KeyMap<WorkoutTimer.State, WorkoutTimer.Action> {
    store.lifting == nil ? WorkoutTimer.keys : WorkoutTimer.liftingKeys
  }

  @ViewBuilder
  private func screen(isCompact: Bool) -> some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .noteEditor(let editor):
      NoteEditorView(store: editor, rest: store.rest)
    case .exercisePicker(let picker):
      PickerView(store: picker)
    case nil:
      if let lifting = store.lifting {
        LiftingView(store: store, lifting: lifting)
      } else {
        CountingView(store: store, isCompact: isCompact)
      }
    }
  }
}

/// A workout whose reps are counted, in any of its phases.
private struct CountingView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  /// Whether there is only room for the time and the reps.
  let isCompact: Bool

  var body: some View {
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
      // The digits below adapt to the remaining height. The view of an unsaved workout shows its own failure.
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
    case .ready:
      HStack(spacing: 1) {
        Text("Press")
        HintKeys(Hint("s", "start"))
        Text("to start")
      }
      .tappable(Hint("s", "start")).centered()
    case .countingDown(let countdown):
      CountdownView(remaining: countdown.remaining, opponent: store.opponents)
    case .running:
      RunningView(store: store, note: nil)
    case .paused(let pause):
      if let countdown = pause.countdown {
        CountdownView(remaining: countdown.remaining, opponent: store.opponents)
      } else {
        RunningView(store: store, note: "PAUSED")
      }
    case .asking(let question):
      RunningView(store: store, note: question.pause == nil ? nil : "PAUSED")
    case .saving:
      RunningView(store: store, note: "Saving")
    case .discarding:
      Text("Discarding").centered()
    case .saved(let finished):
      SavedView(
        challenge: store.challenge, saved: finished.saved, race: store.raceResult,
        rest: store.rest, purpose: store.purpose, ignored: store.ignoredPress,
        cueFailure: store.cueFailure, skippedIntervalCount: store.skippedIntervalCount,
        comparedWorkout: finished.comparedWorkout)
    case .notSaved(let unsaved):
      NotSavedView(store: store, unsaved: unsaved)
    case .resting:
      EmptyView()
    }
  }
}

extension WorkoutTimer.State {
  /// The title and message of the question before a workout is left.
  fileprivate var leaveText: (title: String, message: String) {
    if let sets = lifting?.sets {
      return ("End this session?", "\(sets.countText): \(sets.exercisesText).")
    }
    guard let holdEnd = leaveQuestion?.holdEnd else {
      return (
        "Leave this workout?",
        isPaused
          ? "It is paused: the clock is stopped." : "The clock keeps running while you decide."
      )
    }
    return (
      holdEnd < QuietPeriod.duration ? "End this hold now?" : "Leave this workout?",
      "If you save it, it ends at \(holdEnd.clockText)."
    )
  }
}

/// A countdown in whole seconds only, so that it isn't mistaken for the time worked.
private struct CountdownView: View {
  let remaining: Int
  /// The opponents in a race, if any.
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
