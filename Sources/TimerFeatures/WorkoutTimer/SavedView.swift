import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A saved workout: its score, its place among the person's results, its trace and the rest after it.
struct SavedView: View {
  let challenge: Challenge
  let saved: SavedWorkout
  let race: RaceResult?
  let rest: Rest?
  let purpose: WorkoutPurpose?
  let ignored: IgnoredPress?
  let cueFailure: Failure?
  let skippedIntervalCount: Int
  /// The workout whose trace is drawn behind the trace of this workout.
  let comparedWorkout: Ghost?

  /// The heights to try for the trace including its title, largest first.
  private static let traceHeights = [12, 10, 8, 7, 6, 5]
  /// The maximum number of columns of the trace.
  private static let traceWidth = 72

  /// The trace gets the height between the facts and the digits of the rest.
  var body: some View {
    SizeReader { size in
      ViewThatFits {
        if let trace = WorkoutTrace(saved.workout, of: challenge) {
          let width = min(Self.traceWidth, size.width)
          let chart = SavedTrace(trace: trace, width: width, comparedWorkout: comparedWorkout)
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

  /// A height for the trace, and the layout of the facts above it.
  private struct TraceLayout {
    let height: Int
    let isCompact: Bool
    let restScale: Int
  }

  /// - Parameter height: The number of rows of the screen.
  private func traceLayouts(in height: Int) -> [TraceLayout] {
    let isResting = rest?.isResting == true
    let spaced = Self.traceHeights.map { trace in
      TraceLayout(height: trace, isCompact: false, restScale: restScale(in: height - trace - 1))
    }
    let compact = Self.traceHeights.map { trace in
      TraceLayout(height: trace, isCompact: true, restScale: isResting && height >= 16 ? 1 : 0)
    }
    return spaced.filter { !isResting || $0.restScale > 0 } + compact
  }

  /// Returns the scale of five-row digits that fit below twelve lines of text; 0 if no digits fit.
  private func restScale(in height: Int) -> Int { height < 16 ? 0 : max(1, (height - 12) / 5) }

  /// - Parameters:
  ///   - isCompact: Whether the blank lines are left out.
  ///   - restScale: The maximum scale of the digits of the rest.
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
        Text(challenge.text(score)).style(.accent)
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
        Text("\(rounds.name): \(rounds.results.joined(separator: ", "))").style(.dim)
      }
      if skippedIntervalCount > 0 {
        let rounds = skippedIntervalCount == 1 ? "1 round" : "\(skippedIntervalCount) rounds"
        Text("\(rounds) skipped").style(.dim)
      }
      if let cueFailure { Text(cueFailure.summary).style(.warning) }
      if let figures = saved.workout.figures.line { Text(figures).style(.dim) }
      if let note = saved.workout.note { Text(note.line).style(.dim) }
      if let purpose { PlanResultView(purpose: purpose, saved: saved) }
      if let race { Text(race.text).style(race.isLost ? .warning : .good) }
      if !isCompact { Text("") }
      if saved.isRecord {
        Text(saved.previousBest == nil ? "Your first result" : "A new best").style(.good)
      }
      if let best = saved.previousBest {
        Text("\(saved.isRecord ? "Previous" : "Your") best: \(challenge.text(best))").style(.dim)
      }
      trace()
      if let rest {
        if !isCompact { Text("") }
        RestView(rest: rest, scale: restScale)
      }
    }
    .centered()
  }

  /// The reps and the time that the score above doesn't show, followed by the pauses.
  private var summary: String? {
    let parts = [figures, saved.workout.pauseText].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private var figures: String? {
    let workout = saved.workout
    let reps = challenge.routine.repCount(of: workout)
    let time = workout.duration.clockText
    guard let score = saved.score else { return reps > 0 ? "\(reps.repsText) in \(time)" : time }
    return switch challenge.scoring {
    case .hold: nil
    case .time(let goal) where score.reps >= goal: reps > 0 ? reps.repsText : nil
    case .time, .reps: "in \(time)"
    }
  }
}

/// The form for the note and the figures of a saved workout, with the rest that is still running.
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

/// The effect of a saved workout on the training plan it was done for.
struct PlanResultView: View {
  let purpose: WorkoutPurpose
  let saved: SavedWorkout

  var body: some View { Text(text).style(.accent) }

  private var text: String {
    switch purpose {
    case .test: saved.score == nil ? "No score, so no plan" : "Your plan is now based on this"
    case .set where saved.score == nil: "This set is still to do"
    case .set(let set) where set.isLast: "Session \(set.session.number) is done"
    case .set(let set): "Set \(set.number) of \(set.session.sets) is done"
    }
  }
}

/// A chart of a saved workout over the line of the workout that it is compared with.
struct SavedTrace: View {
  let trace: WorkoutTrace
  /// The number of columns available.
  let width: Int
  let comparedWorkout: Ghost?

  var body: some View {
    if case .pace(let points) = trace.values, let comparedWorkout,
      let other = pacePoints(of: comparedWorkout)
    {
      VStack {
        HStack(spacing: 2) {
          Text(trace.title).style(.dim)
          LineSample(isDotted: false).omittedFromPlainOutput()
          Text("this one")
          LineSample(isDotted: true).style(.dim).omittedFromPlainOutput()
          Text(comparedWorkout.name).style(.dim)
        }
        PaceChart(points: points, comparison: (other, comparedWorkout.name))
      }
    } else {
      WorkoutTraceView(trace: trace, width: width)
    }
  }

  /// Returns the pace of a workout, or `nil` if it has too few points for a line.
  private func pacePoints(of workout: Ghost) -> [WorkoutTrace.Point]? {
    let points = WorkoutTrace.pace(of: workout.log.reps)
    return points.count > 2 ? points : nil
  }
}

/// A short piece of a chart's line for its legend.
private struct LineSample: PrimitiveView {
  let isDotted: Bool

  func layout(in proposal: Size, _ environment: Environment) -> Layout { Layout(Size(3, 1)) }

  func draw(in canvas: inout Canvas) {
    let glyph = isDotted ? canvas.glyphs.shades[0] : canvas.glyphs.box.horizontal
    canvas.fill(Rect(x: 0, y: 0, width: 3, height: 1), with: glyph)
  }
}
