import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// The text of a challenge's page, or parts of it.
struct ChallengeText: View {
  struct Parts: OptionSet {
    let rawValue: Int

    static let summary = Parts(rawValue: 1)
    static let instructions = Parts(rawValue: 2)
    /// The scoring, the results and the plan.
    static let facts = Parts(rawValue: 4)
    /// The scale of variations, which needs a wide line.
    static let variations = Parts(rawValue: 8)
    static let all: Parts = [.summary, .variations, .instructions, .facts]
  }

  let store: StoreOf<ChallengeDetail>
  let parts: Parts
  /// The number of blank rows between the parts.
  var gap = 1
  /// The progress to show as a sparkline among the facts, if any.
  var progress: Progress?

  var body: some View {
    VStack(spacing: gap) {
      if !parts.isDisjoint(with: [.summary, .variations]) {
        VStack {
          if parts.contains(.summary) { summary }
          if parts.contains(.variations), let variation = store.variation {
            Fact("Variation") { VariationLine(variation: variation, bests: store.variationBests) }
          }
        }
      }
      if parts.contains(.instructions), !store.challenge.instructions.isEmpty { instructions }
      if parts.contains(.facts) {
        VStack {
          // A strength session has no score. Its exercises have pages of their own.
          if store.challenge.strengthPlan == nil {
            facts
            PlanLine(store: store.scope(state: \.plan, action: \.plan))
          }
          // The routine is last, because a long text may be cut off in a small terminal.
          if let text = store.challenge.routineText { Fact("Workout") { Paragraph(text) } }
        }
        if let failure = store.failure {
          Paragraph(failure.sentence).style(.warning)
        }
      }
    }
  }

  @ViewBuilder private var summary: some View {
    if let discarded = store.discarded {
      let done = store.challenge.resultText(of: discarded)
      KeyNameReader { key in
        Paragraph("Discarded (\(key("u", "undo-discard")) undoes it): \(done)")
          .style(.accent)
      }
    } else {
      Paragraph(store.challenge.summary)
    }
  }

  private var instructions: some View {
    VStack {
      Text("How").style(.title)
      ForEach(store.challenge.instructions) { line in
        Paragraph(line).padding(2, 0)
      }
    }
  }

  /// The scoring and the results.
  private var facts: some View {
    let challenge = store.challenge
    return VStack {
      Fact("Scored by") {
        ViewThatFits {
          Text(challenge.scoringTitle)
          if let intervals = challenge.routine.intervals { Text(intervals.title) }
          Text(challenge.shortScoringTitle)
        }
      }
      if let results = store.results {
        Fact("Your best") { FactResult(workout: results.best, challenge: challenge) }
        Fact("Your last") { FactResult(workout: results.last, challenge: challenge) }
        if let progress { Fact("Progress") { progress.sparkline } }
        Fact("Participants") { Text("\(results.participantCount)") }
      } else {
        ForEach(["Your best", "Your last", "Participants"]) { name in Fact(name) { Text("…") } }
      }
    }
  }
}

extension Challenge {
  /// The text of the sets and rounds, unless the scoring describes them. A long text is truncated.
  fileprivate var routineText: String? {
    guard hasRounds, routine.intervals == nil else { return nil }
    let text = routine.text
    let blocks = text.prefix(200)
    guard blocks.endIndex < text.endIndex, let end = blocks.lastIndex(of: ",") else { return text }
    return blocks[..<end] + ", …"
  }
}

/// A workout's result with its date, as precise as the width allows.
private struct FactResult: View {
  let workout: Workout?
  let challenge: Challenge

  var body: some View {
    if let workout {
      let result =
        challenge.resultText(of: workout)
        + (workout.provenance.contains(.typed) ? ", typed in" : "")
      let time = workout.localStart
      ViewThatFits {
        Text("\(result), \(time.localText)")
        Text("\(result), \(time.date.localText)")
        Text(result)
      }
    } else {
      Text("none yet")
    }
  }
}

/// A line with the next session of a challenge's training plan.
struct PlanLine: View {
  let store: StoreOf<Plan>

  var body: some View {
    Fact("Your plan") {
      if let failure = store.failure {
        Text(failure.summary).style(.warning)
      } else if let plan = store.plan {
        Text(plan.nextText(today: store.today))
      } else if store.isEnded {
        KeyNameReader { key in Text("ended (\(key("l", "your-plan")) to undo)") }
      } else {
        Text("none yet, test first")
      }
    }
    .tappable(store.canShow ? Hint("l", "your plan") : Hint("t", "test"))
  }
}

extension TrainingPlan {
  /// Returns the next session or test and its day: `5 x 13 reps, tomorrow`.
  func nextText(today: Int64) -> String {
    let due = nextDay(today: today).dueText(today: today)
    return "\(nextSession?.text ?? "test again"), \(due)"
  }
}
