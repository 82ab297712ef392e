import Models
import ReducerRuntime
import TerminalUI

/// A challenge's screen, or that of the workout it has started.
struct ChallengeDetailView: View {
  let store: StoreOf<ChallengeDetail>

  var body: some View {
    if let workout = store.scope(state: \.activeWorkout, action: \.activeWorkout.presented) {
      WorkoutTimerView(store: workout)
    } else if store.isShowingPlan {
      let plan = store.scope(state: \.plan, action: \.plan)
      PlanView(store: plan).overlay {
        if let sheet = plan.scope(state: \.errorSheet, action: \.errorSheet.presented) {
          ErrorHandlingView(store: sheet)
        }
      }
    } else {
      ChallengeCard(store: store).overlay {
        if let sheet = store.scope(state: \.errorSheet, action: \.errorSheet.presented) {
          ErrorHandlingView(store: sheet)
        }
      }
    }
  }
}

private struct ChallengeCard: View {
  let store: StoreOf<ChallengeDetail>

  var body: some View {
    SizeReader { size in
      card(isLow: size.height < 18)
    }
  }

  /// - Parameter isLow: Whether there is no room to say how it is done.
  @ViewBuilder
  private func card(isLow: Bool) -> some View {
    let challenge = store.challenge
    VStack {
      HStack {
        Text(challenge.name).style(.title)
        Spacer(minLength: 2)
        Text(challenge.kind.title).style(.dim)
      }
      Divider()
      if let discarded = store.discarded {
        Paragraph(
          "Discarded: \(discarded.log.count) reps in \(discarded.duration.clockText). u undoes that."
        )
        .style(.warning)
      } else {
        Paragraph(challenge.summary)
      }
      if !isLow {
        Text("")
        Text("How").style(.title)
        ForEach(challenge.how) { line in
          Paragraph(line).padding(2, 0)
        }
        Text("")
      }
      Facts(challenge: challenge, results: store.results)
      PlanLine(store: store.scope(state: \.plan, action: \.plan))
      if let failure = store.failure {
        Text("")
        Paragraph(failure.sentence).style(.warning)
      }
      Spacer()
      HStack(spacing: 2) {
        HintKeys(Hint("s", "start"))
        Text("start")
        if store.ghost != nil {
          HintKeys(Hint("g", "race your best"))
          Text("race your best")
        }
      }
      .padding(1, 0).background(.selection).tappable(Hint("s", "start"))
    }
  }
}

/// What counts, and how people have done.
private struct Facts: View {
  let challenge: Challenge
  let results: ChallengeDetail.Results?

  var body: some View {
    VStack {
      Fact("Scored by", challenge.scoring.title)
      if let results {
        Fact("Your best", text(results.best) ?? "none yet")
        Fact("Your last", text(results.last) ?? "none yet")
        Fact("Participants", "\(results.participantCount)")
      } else {
        Fact("Your best", "…")
        Fact("Your last", "…")
        Fact("Participants", "…")
      }
    }
  }

  private func text(_ workout: Workout?) -> String? {
    guard let workout else { return nil }
    let result = workout.score(by: challenge.scoring).map(challenge.scoring.text) ?? "no score"
    return "\(result), \(LocalTime(workout.startedAt).text)"
  }
}

private struct Fact: View {
  let name: String
  let value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  var body: some View {
    HStack(spacing: 2) {
      Text(name).style(.dim).frame(width: 12)
      Text(value)
    }
  }
}
