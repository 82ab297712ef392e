import Models
import ReducerRuntime
import TerminalUI

/// A workout that is saved: what it came to, what it means, and the rest after it.
struct SavedView: View {
  let challenge: Challenge
  let saved: SavedWorkout
  let race: RaceResult?
  let rest: Rest?
  let purpose: WorkoutPurpose?
  let ignored: IgnoredPress?
  let skippedIntervalCount: Int
  /// The workout whose trace lies behind this one's.
  let rival: Ghost?

  /// The heights of the trace, its title included, to be tried from the greatest on.
  private static let traceHeights = [12, 10, 8, 7, 6, 5]
  /// The most columns of the trace.
  private static let traceWidth = 72

  /// The trace has what room the figures leave, and the rest its digits before that.
  var body: some View {
    SizeReader { size in
      ViewThatFits {
        if let trace = WorkoutTrace(saved.workout, of: challenge) {
          let width = min(Self.traceWidth, size.width)
          let chart = SavedTrace(trace: trace, width: width, rival: rival)
          ForEach(traceLayouts(in: size.height)) { layout in
            figures(isCompact: layout.isCompact, restScale: layout.restScale) {
              if !layout.isCompact { Text("") }
              chart.frame(width: width, height: layout.height)
            }
          }
        }
        figures(isCompact: size.height < 12, restScale: restScale(in: size.height)) { EmptyView() }
      }
    }
  }

  /// A height for the trace, and what is done to the figures for it.
  private struct TraceLayout {
    let height: Int
    let isCompact: Bool
    let restScale: Int
  }

  /// - Parameter height: The rows there are in all.
  private func traceLayouts(in height: Int) -> [TraceLayout] {
    let isResting = rest?.isResting == true
    let spaced = Self.traceHeights.map { trace in
      TraceLayout(height: trace, isCompact: false, restScale: restScale(in: height - trace - 1))
    }
    let low = Self.traceHeights.map { trace in
      TraceLayout(height: trace, isCompact: true, restScale: isResting && height >= 16 ? 1 : 0)
    }
    return spaced.filter { !isResting || $0.restScale > 0 } + low
  }

  /// Of a font of five rows, what twelve lines of text leave.
  private func restScale(in height: Int) -> Int { height < 16 ? 0 : max(1, (height - 12) / 5) }

  /// - Parameters:
  ///   - isLow: Whether what parts the lines is left out.
  ///   - restScale: How large the digits of the rest may be.
  private func figures(
    isCompact: Bool, restScale: Int, @ViewBuilder trace: () -> some View
  ) -> some View {
    return VStack(alignment: .center) {
      Text("Saved").style(.good)
      if let ignored {
        IgnoredPressLine(press: ignored, gap: .zero)
      } else if !isCompact {
        Text("")
      }
      if let score = saved.score {
        Text(challenge.scoring.text(score)).style(.accent)
      } else if let reason = saved.impossibilityReason {
        Paragraph("Not ranked: \(reason.sentence)").style(.warning)
      } else {
        Text(Challenge.noScore).style(.dim)
        HStack(spacing: 1) {
          HintKeys(Hint("Delete/Backspace", "discard"))
          Text("discards it")
        }
        .tappable(Hint("Delete/Backspace", "discard"))
      }
      if let summary { Text(summary).style(.dim) }
      if let rounds = RoundResults(of: saved.workout, challenge) {
        Text("\(rounds.name): \(rounds.results.joined(separator: " "))").style(.dim)
      }
      if skippedIntervalCount > 0 {
        let rounds = skippedIntervalCount == 1 ? "1 round" : "\(skippedIntervalCount) rounds"
        Text("\(rounds) skipped").style(.dim)
      }
      if let note = saved.workout.note { Text(note.line).style(.dim) }
      if let purpose { PlanResultView(purpose: purpose, saved: saved) }
      if let race { Text(race.text).style(race.isLost ? .warning : .good) }
      if !isCompact { Text("") }
      if saved.isRecord {
        Text(saved.previousBest == nil ? "Your first result" : "A new best").style(.good)
      }
      if let best = saved.previousBest {
        Text("Best before: \(challenge.scoring.text(best))").style(.dim)
      }
      trace()
      if let rest {
        if !isCompact { Text("") }
        RestView(rest: rest, scale: restScale)
      }
    }
    .centered()
  }

  /// The reps and the time, as far as the score above does not tell them.
  private var summary: String? {
    let workout = saved.workout
    let (reps, time) = (workout.reps.repsText, workout.duration.clockText)
    guard let score = saved.score else { return workout.reps > 0 ? "\(reps) in \(time)" : time }
    return switch challenge.scoring {
    case .hold: nil
    case .time(let goal) where score.reps >= goal: reps
    case .time, .reps: "in \(time)"
    }
  }
}

/// The form for the note on a saved workout, and the rest that goes on meanwhile.
struct NoteEditorView: View {
  let store: StoreOf<WorkoutEditor>
  let rest: Rest?

  var body: some View {
    VStack {
      WorkoutEditorView(store: store)
      if let rest { RestView(rest: rest, scale: 0) }
    }
  }
}

/// What is left of the rest: in digits that are read from across the room, where there is any.
struct RestView: View {
  let rest: Rest
  /// How large the digits may be; 0 for none.
  let scale: Int

  var body: some View {
    switch rest {
    case .resting(_, let remaining):
      VStack(alignment: .center) {
        // Digits that may shrink would give their room to what stands above.
        if scale > 0 {
          BigDigits(Rest.time(remaining), maxScale: scale).frame(height: 5 * scale)
        }
        Text(rest.text).style(.accent)
      }
    case .over:
      Text(rest.text).style(.good)
    }
  }
}

/// What a saved workout means to the training plan it was done for.
struct PlanResultView: View {
  let purpose: WorkoutPurpose
  let saved: SavedWorkout

  var body: some View { Text(text).style(.accent) }

  private var text: String {
    switch purpose {
    case .test: saved.score == nil ? "No score, so no ladder" : "Your ladder is built from this"
    case .set where saved.score == nil: "This set is still to do"
    case .set(let set) where set.isLast: "Session \(set.session.number) is done"
    case .set(let set): "Set \(set.number) of \(set.session.sets) is done"
    }
  }
}
