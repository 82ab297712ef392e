import Models
import ReducerRuntime
import TerminalUI

/// The screen of a workout: the time in digits that can be read from the floor, and the reps.
struct WorkoutTimerView: View {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    SizeReader { size in
      if store.isOnFloor && store.fillsFloor {
        FloorView(store: store, isNarrow: size.width < 60)
      } else {
        screen(isLow: size.height < 8)
      }
    }
    .overlay {
      if store.isAskingToLeave {
        Alert(
          "Leave this workout?", message: "The clock goes on while you decide.",
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
  private func screen(isLow: Bool) -> some View {
    VStack {
      if !isLow {
        // How it is scored can be done without; which set it is cannot.
        TitleLine(store.heading, style: .dim, cutsTitle: store.purpose != nil) {
          Text(store.challenge.name).style(.title)
        }
        Divider()
      }
      // Above the figures, which make do with what room is left; what could not be saved says so itself.
      if let failure = store.failure, !store.state.isNotSaved {
        Paragraph("Not stored yet: \(failure.sentence)").style(.warning)
      }
      WorkoutPhaseView(store: store).expanded()
    }
  }
}

private struct WorkoutPhaseView: View {
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
      CountdownView(remaining: remaining)
    case .running:
      RunningView(store: store, note: nil)
    case .paused:
      RunningView(store: store, note: "PAUSED")
    case .saving:
      RunningView(store: store, note: "Saving")
    case .discarding:
      Text("Discarding").centered()
    case .saved(let saved):
      SavedView(
        challenge: store.challenge, saved: saved, race: store.raceResult, rest: store.rest,
        purpose: store.purpose)
    case .notSaved(let failure):
      NotSavedView(store: store, failure: failure)
    }
  }
}

/// Whole seconds only, so that nobody takes them for the time worked.
private struct CountdownView: View {
  let remaining: Int

  var body: some View {
    VStack(alignment: .center) {
      Text("Get ready")
      Text("")
      BigDigits("\(remaining)")
    }
    .centered()
  }
}

private struct RunningView: View {
  let store: StoreOf<WorkoutTimer>
  let note: String?

  var body: some View {
    SizeReader { size in
      figures(in: size)
    }
  }

  @ViewBuilder
  private func figures(in size: Size) -> some View {
    let clock = store.elapsedTime.clockText
    VStack(alignment: .center) {
      Spacer()
      if size.height >= 8 {
        BigDigits(clock, minorFrom: clock.utf8.count - 3)
        Text("")
      }
      ViewThatFits {
        words(clock, lead: store.lead, in: size)
        // Whoever stands still wants to know that first.
        words(clock, lead: note == nil ? store.lead : nil, in: size)
      }
      if let progress = store.progress {
        HStack(spacing: 1) {
          ProgressBar(progress.fraction)
          Text(progress.left).style(.dim)
        }
        .padding(4, 0)
      }
      if store.repCount > 1 {
        RepTrace(log: store.log)
      }
      Spacer()
    }
    .expanded()
  }

  private func words(_ clock: String, lead: Lead?, in size: Size) -> some View {
    HStack(spacing: size.width < 40 ? 1 : 3) {
      Text("REPS \(store.repCount)").style(.accent)
      Text(clock).bold()
      if let note { Text(note).style(.warning) }
      // Where there is little room, a race says more than a pace.
      if size.width >= 60 || store.lead == nil, let pace = store.log.recentPace() {
        Text("\(pace.wholeNumber)/min").style(.dim)
      }
      if size.width >= 60, let fade = store.log.fade {
        Text("fade \((fade * 100).wholeNumber)%").style(.dim)
      }
      // Last, so that a long name loses its own end and nothing else.
      if let lead { LeadView(lead: lead) }
    }
  }
}

/// The gaps between the last reps, high where one was long: a line that rises is somebody who tires.
private struct RepTrace: View {
  let log: RepLog

  var body: some View {
    HStack(spacing: 1) {
      Text("gaps").style(.dim)
      // The first rep's gap is the time to get going, and would make the others small.
      Sparkline(log.gaps.dropFirst().suffix(60).lazy.map { $0 / .seconds(1) }).style(.good)
    }
  }
}

extension WorkoutTimer.State {
  /// How far a workout that ends by itself has come, and what is left of it.
  var progress: (fraction: Double, left: String)? {
    if let setProgress { return setProgress }
    if let plan = challenge.intervals {
      let moment = plan.moment(at: elapsedTime)
      return (
        moment.fraction,
        "\(moment.isWork ? "WORK" : "REST") \(moment.round)/\(plan.rounds)"
          + "  \(moment.left.secondsRoundedUp) s"
      )
    }
    if let circuit = challenge.circuit, let limit = challenge.scoring.timeLimit {
      let place = circuit.place(after: log.count)
      let left = (limit - elapsedTime).secondsRoundedUp
      return (
        elapsedTime / limit,
        "ROUND \(place.round)  \(place.station.name) \(place.done)/\(place.station.reps)  \(left) s"
      )
    }
    return switch challenge.scoring {
    case .reps(let limit):
      (elapsedTime / limit, "\((limit - elapsedTime).secondsRoundedUp) s left")
    case .time(let goal):
      (Double(log.count) / Double(goal), "\(max(0, goal - log.count)) to go")
    case .hold:
      nil
    }
  }
}

extension Double {
  /// Rounded, as text; never in scientific notation.
  var wholeNumber: String { "\(Int(rounded()))" }
}
