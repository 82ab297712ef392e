import Models
import ReducerRuntime
import TerminalUI

/// The screen of a workout: the time in digits that can be read from the floor, and the reps.
struct WorkoutTimerView: View {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    SizeReader { size in
      if store.isOnFloor && store.fillsFloor {
        FloorView(store: store)
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
        HStack {
          Text(store.challenge.name).style(.title)
          Spacer(minLength: 2)
          Text(store.heading).style(.dim)
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
      BigDigits("\(remaining)", maxScale: 2)
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
      HStack(spacing: size.width < 40 ? 1 : 3) {
        Text("REPS \(store.repCount)").style(.accent)
        Text(clock).bold()
        if let note { Text(note).style(.warning) }
        if let lead = store.lead { LeadView(lead: lead) }
        // Where there is little room, a race says more than a pace.
        if size.width >= 60 || store.lead == nil, let pace = store.log.recentPace() {
          Text("\(pace.wholeNumber)/min").style(.dim)
        }
        if size.width >= 60, let fade = store.log.fade {
          Text("fade \((fade * 100).wholeNumber)%").style(.dim)
        }
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

private struct SavedView: View {
  let challenge: Challenge
  let saved: SavedWorkout
  let race: RaceResult?
  let rest: WorkoutTimer.Rest?
  let purpose: WorkoutPurpose?

  var body: some View {
    SizeReader { size in
      figures(in: size.height)
    }
  }

  /// Where it is low, what parts the lines goes first.
  private func figures(in height: Int) -> some View {
    let isLow = height < 12
    return VStack(alignment: .center) {
      Text("Saved").style(.good)
      if !isLow { Text("") }
      if let score = saved.score {
        Text(challenge.scoring.text(score)).style(.accent)
      } else {
        Text("Nothing to score this time").style(.dim)
      }
      Text(summary).style(.dim)
      if let rounds { Text("Rounds: \(rounds)").style(.dim) }
      if let purpose { PurposeServedView(purpose: purpose, saved: saved) }
      if let race { Text(race.text).style(race.isLost ? .warning : .good) }
      if !isLow { Text("") }
      if saved.isRecord {
        Text(saved.previousBest == nil ? "Your first result" : "A new best").style(.good)
      }
      if let best = saved.previousBest {
        Text("Best before: \(challenge.scoring.text(best))").style(.dim)
      }
      if let rest {
        if !isLow { Text("") }
        RestView(rest: rest, isBig: height >= 16)
      }
    }
    .centered()
  }

  /// The reps of each round, or the time it took, where it was done in rounds.
  private var rounds: String? {
    if let circuit = challenge.circuit {
      let times = circuit.rounds(in: saved.workout.log).map(\.minutesText)
      let rest = saved.workout.reps % circuit.reps
      return (times + (rest > 0 ? ["+ \(rest) reps"] : [])).joined(separator: " ")
    }
    guard let reps = challenge.intervals?.reps(in: saved.workout.log), !reps.isEmpty else {
      return nil
    }
    return reps.map { "\($0)" }.joined(separator: " ")
  }

  private var summary: String {
    let workout = saved.workout
    let reps = workout.reps == 1 ? "1 rep" : "\(workout.reps) reps"
    return workout.reps > 0
      ? "\(reps) in \(workout.duration.clockText)" : workout.duration.clockText
  }
}

/// What is left of the rest: in digits that are read from across the room, where there is any.
private struct RestView: View {
  let rest: WorkoutTimer.Rest
  let isBig: Bool

  var body: some View {
    switch rest {
    case .resting(_, let remaining):
      VStack(alignment: .center) {
        if isBig { BigDigits("\(remaining)", maxScale: 1) }
        Text("Rest \(remaining) s").style(.accent)
      }
    case .over:
      Text("The rest is over").style(.good)
    }
  }
}

private struct NotSavedView: View {
  let store: StoreOf<WorkoutTimer>
  let failure: Failure

  var body: some View {
    VStack {
      Text("This workout is not saved yet").style(.danger)
      Text("")
      Paragraph(failure.sentence)
      Text("")
      Text("REPS \(store.repCount)  \(store.elapsedTime.clockText)").style(.accent)
      Text("")
      if store.isOnFloor {
        HStack(spacing: 1) {
          HintKeys(Hint("Esc", "leave floor mode"))
          Text("leaves floor mode; then it can be tried again.")
        }
        .style(.dim)
      } else {
        HStack(spacing: 1) {
          HintKeys(Hint("Enter", "try again"))
          Text("tries again;")
        }
        .style(.dim)
        HStack(spacing: 1) {
          HintKeys(Hint("Esc", "back"))
          Text("leaves it unfinished in the database.")
        }
        .style(.dim)
      }
    }
    .padding(2, 1)
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
