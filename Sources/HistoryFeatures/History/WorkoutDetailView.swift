import FoundationEssentials
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A workout's page, its replay, or the form that corrects it.
public struct WorkoutDetailView: RetainedView {
  let store: StoreOf<WorkoutDetail>

  public init(store: StoreOf<WorkoutDetail>) { self.store = store }

  public var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .replay(let store): ReplayView(store: store)
    case .editor(let store): WorkoutEditorView(store: store)
    case .errorSheet(let sheet): WorkoutPage(store: store).errorSheet(sheet)
    case nil: WorkoutPage(store: store)
    }
  }
}

private struct WorkoutPage: RetainedView {
  let store: StoreOf<WorkoutDetail>

  var body: some View {
    SizeReader { size in
      VStack {
        if let workout = store.workout {
          WorkoutCard(
            workout: workout, challenge: store.challenge, name: store.name,
            isYours: store.isYours, place: store.place, race: store.race,
            comparisons: store.comparisons,
            selectedRow: store.selectedSet == nil ? nil : store.selectedRow,
            size: Size(size.width, max(0, size.height - lineHeight)))
        } else {
          PageTitle(store.catalogue.name(of: store.challengeID), note: "")
          Text(store.failure == nil ? "Loading…" : "").style(.dim)
          Spacer()
        }
        line
      }
    }
    .expanded().readable(SplitColumns.maxWidth)
  }

  private var lineHeight: Int {
    if store.isEditingSet { return store.setProblem.map { $0.column == nil ? 2 : 3 } ?? 1 }
    return store.failure != nil || store.notice != nil || store.canUndo ? 1 : 0
  }

  @ViewBuilder private var line: some View {
    if let entry = store.setEntry, let title = store.setTitle {
      SetEditor(title: title, entry: entry, problem: store.setProblem)
    } else if let failure = store.failure {
      Text(failure.sentence).style(.warning)
    } else if let notice = store.notice {
      Text(notice).style(.accent)
    } else if store.canUndo {
      KeyNameReader { key in
        Text("Corrected (\(key("u", "undo")) undoes it).").style(.accent)
      }
    }
  }
}

// MARK: - Content

/// A workout's page: its title, and as much of its content as fits.
///
/// It needs no store, so that a list can show it beside the selected row.
public struct WorkoutCard: View {
  let workout: Workout
  let challenge: Challenge?
  let name: String?
  let isYours: Bool
  let place: WorkoutPlace?
  let race: Race?
  let comparisons: [String: SetComparison]
  let selectedRow: Int?
  let size: Size

  /// Creates a page for a workout.
  ///
  /// - Parameters:
  ///   - challenge: The workout's challenge, if it is known.
  ///   - name: The name of the person who did it, or `nil` if the surrounding screen shows it.
  ///   - race: The live race that the workout was part of, if any.
  ///   - comparisons: The comparison of a strength session with earlier ones, by exercise.
  ///   - selectedRow: The selected row of the table of sets.
  ///   - size: The size of the surrounding screen in cells.
  public init(
    workout: Workout, challenge: Challenge?, name: String? = nil, isYours: Bool = true,
    place: WorkoutPlace? = nil, race: Race? = nil, comparisons: [String: SetComparison] = [:],
    selectedRow: Int? = nil, size: Size
  ) {
    (self.workout, self.challenge, self.name, self.isYours) = (workout, challenge, name, isYours)
    (self.place, self.race, self.comparisons) = (place, race, comparisons)
    (self.selectedRow, self.size) = (selectedRow, size)
  }

  public var body: some View {
    let trace = WorkoutTrace(workout, of: challenge)
    VStack {
      PageTitle(
        workout.title(of: challenge),
        note: "\(workout.localStart.date.weekdayName) \(workout.localStart.localText)")
      ViewThatFits {
        if SplitColumns(of: size.width) != nil, trace != nil || !workout.sets.isEmpty {
          columns(trace)
        }
        if let trace {
          ForEach(ChartLayout.all([13, 11, 9, 7, 6, 5])) { layout in
            VStack(spacing: layout.gap) {
              content(gap: layout.gap)
              WorkoutTraceView(trace: trace, width: size.width).frame(height: layout.height)
            }
          }
        }
        content(gap: 1, trace: trace)
        content(gap: 0, trace: trace)
        if !workout.sets.isEmpty {
          ForEach([14, 11, 9, 7, 6, 5, 4]) { content(gap: 0, tableHeight: $0) }
        }
        content(gap: 0, tableHeight: 3)
      }
      .frame(width: size.width, height: max(0, size.height - 2))
    }
  }

  /// The facts beside the sets or the chart, for a wide terminal.
  private func columns(_ trace: WorkoutTrace?) -> some View {
    let factsWidth = 64
    let width = size.width - factsWidth - 3
    return HStack(spacing: 3) {
      content(gap: 1, tableHeight: 0).frame(width: factsWidth)
      if !workout.sets.isEmpty {
        setTable(in: width, maxHeight: size.height - 2).frame(width: width)
      } else if let trace {
        WorkoutTraceView(trace: trace, width: width)
          .frame(width: width, height: min(20, size.height - 2))
      }
    }
  }

  private func setTable(in width: Int, maxHeight: Int) -> some View {
    SetTable(
      rows: workout.sets.rows { comparisons[$0]?.previous ?? [] }, selection: selectedRow,
      width: width, maxHeight: maxHeight)
  }

  /// - Parameters:
  ///   - trace: The trace to show as a sparkline, if there is no room for a chart.
  ///   - tableHeight: The maximum height of the table of sets; 0 if the table is beside the content.
  private func content(
    gap: Int, trace: WorkoutTrace? = nil, tableHeight: Int = .max
  ) -> some View {
    VStack(spacing: gap) {
      result
      facts(trace: trace)
      if !workout.sets.isEmpty {
        if tableHeight > 0 { setTable(in: size.width, maxHeight: tableHeight) }
        StrengthSetNotes(sets: workout.sets, comparisons: comparisons)
      }
    }
  }

  @ViewBuilder private var result: some View {
    if !workout.sets.isEmpty {
      Paragraph(workout.sets.summary).style(.accent)
    } else if let challenge, let problem = challenge.impossibilityReason(of: workout) {
      VStack {
        Text(workout.summaryText(of: challenge)).bold()
        Paragraph("Not ranked: \(problem.sentence)").style(.warning)
      }
    } else {
      Paragraph(workout.resultSentence(of: challenge)).style(.accent)
    }
  }

  /// The result of each exercise, if there are several.
  private var exercises: [Routine.ExerciseTotal]? {
    guard workout.hasRecordedRepTimes, let challenge, challenge.hasRounds else { return nil }
    let totals = challenge.routine.exerciseTotals(of: workout)
    return totals.count > 1 ? totals : nil
  }

  private func facts(trace: WorkoutTrace?) -> some View {
    VStack {
      if let name {
        Fact("By") {
          Text(isYours ? "\(PersonName.truncated(name)) (you)" : PersonName.truncated(name))
        }
      }
      if let place { placeFact(place) }
      if let race, let challenge { Fact("Live race") { Paragraph(race.text(in: challenge)) } }
      if let figures = workout.figures.line { Fact("Figures") { Paragraph(figures) } }
      if let note = workout.note { Fact("Note") { Paragraph(note.text) } }
      if let pace = workout.paceText(in: challenge) {
        Fact("Pace") { Paragraph(pace) }
      }
      if let gap = workout.longestGapText { Fact("Longest gap") { Text(gap) } }
      if let rounds = RoundResults(of: workout, challenge) {
        Fact(rounds.name) { Paragraph(rounds.results.joined(separator: "  ")) }
      }
      if let exercises {
        Fact("Exercises") { Paragraph(exercises.map(\.text).joined(separator: "  ")) }
      }
      if let recording { Fact("Recorded") { Paragraph(recording) } }
      if !workout.log.pauses.isEmpty { Fact("Pauses") { Paragraph(pauses) } }
      if let trace { Fact("Chart") { Sparkline(trace.sparklineValues.sampled(to: 40)) } }
    }
  }

  /// The way the result was recorded; `nil` if it was counted live without a pause.
  private var recording: String? {
    let words = workout.provenance.words.joined(separator: ", ")
    if workout.reps > 0, !workout.hasRecordedRepTimes, workout.sets.isEmpty {
      return "\(words), so there is no replay"
    }
    return words.isEmpty ? nil : words
  }

  /// The maximum number of pauses that are listed.
  private static let maxPauseCount = 8

  private var pauses: String {
    let all = workout.log.pauses
    let rest = all.count - Self.maxPauseCount
    return all.prefix(Self.maxPauseCount).map(\.text).joined(separator: "  ")
      + (rest > 0 ? "  and \(rest) more" : "")
  }

  @ViewBuilder private func placeFact(_ place: WorkoutPlace) -> some View {
    switch place {
    case .rank(let rank, let count, let filter, let isBest):
      Fact("Place") {
        Paragraph(
          "\(rank.ordinalText) of \(count), \(filter.title.lowercased())"
            + (isBest ? ", your best" : ""))
      }
    case .behindBest(let best):
      Fact("Your best") { Text(challenge?.text(best) ?? "") }
    }
  }
}

/// The trace of a workout as a chart under its title.
public struct WorkoutTraceView: View {
  let trace: WorkoutTrace
  /// The number of columns available. Charts of rounds may use fewer.
  let width: Int

  public init(trace: WorkoutTrace, width: Int) {
    (self.trace, self.width) = (trace, width)
  }

  public var body: some View {
    VStack {
      Text(trace.title).style(.dim)
      switch trace.values {
      case .pace(let points):
        PaceChart(points: points)
      case .roundReps(let reps):
        Chart(
          columns: reps.map(Double.init), value: { "\(Int($0))" }, name: { "round \($0 + 1)" }
        )
        .frame(width: width(of: reps.count))
      case .roundTimes(let rounds):
        Chart(
          columns: rounds.map(\.seconds), value: { "\(Int($0)) s" },
          name: { "round \(rounds[$0].number)" }
        )
        .frame(width: width(of: rounds.count))
      }
    }
  }

  /// Returns the width of a chart: `count` columns of five cells, and the labels beside the columns.
  private func width(of count: Int) -> Int { min(width, max(20, 5 * count + 6)) }
}

/// A chart of the pace over time, optionally with the pace of another workout behind it.
public struct PaceChart: View {
  let points: [WorkoutTrace.Point]
  var comparison: (points: [WorkoutTrace.Point], title: String)?

  public init(
    points: [WorkoutTrace.Point], comparison: (points: [WorkoutTrace.Point], title: String)? = nil
  ) {
    (self.points, self.comparison) = (points, comparison)
  }

  public var body: some View {
    Chart(
      Self.values(points),
      comparedTo: comparison.map { other in
        Chart.Comparison(
          Self.values(other.points), title: other.title, name: { Self.time(of: other.points[$0]) })
      },
      minSpan: WorkoutTrace.minSpan, value: { "\(Int($0.rounded()))" },
      name: { Self.time(of: points[$0]) })
  }

  private static func values(_ points: [WorkoutTrace.Point]) -> [Chart.Value] {
    points.map { Chart.Value($0.seconds, $0.perMinute) }
  }

  private static func time(of point: WorkoutTrace.Point) -> String {
    Duration.seconds(point.seconds).minutesText
  }
}

extension Workout {
  /// Returns the result with its time or reps: `48 reps in 02:00.00`, `10:32.00 for 100 reps`.
  @MainActor
  fileprivate func resultSentence(of challenge: Challenge?) -> String {
    guard let challenge else { return summaryText(of: nil) }
    guard let score = challenge.score(of: self) else {
      return "\(Challenge.noScore), \(summaryText(of: challenge))"
    }
    let result = challenge.text(score)
    switch challenge.scoring {
    case _ where !score.isComplete: return "\(result) in \(duration.clockText)"
    case .reps:
      return "\(result) in \(duration.clockText)" + (pauseText.map { ", \($0)" } ?? "")
    case .time where challenge.routine.hasDistance:
      return "\(result)\(challenge.routine.distanceText.map { " for \($0)" } ?? "")"
    case .time(let goal): return "\(result) for \(goal.repsText)"
    case .hold: return result
    }
  }

  /// The reps and the time of the whole workout.
  fileprivate func summaryText(of challenge: Challenge?) -> String {
    let reps = challenge?.routine.repCount(of: self) ?? reps
    return reps > 0 ? "\(reps.repsText) in \(duration.clockText)" : duration.clockText
  }
}

extension [Double] {
  /// Returns at most `limit` of the values, evenly spaced.
  fileprivate func sampled(to limit: Int) -> [Double] {
    guard count > limit else { return self }
    return (0..<limit).map { self[$0 * (count - 1) / (limit - 1)] }
  }
}

// MARK: - Sets

/// The notes, the estimated maximum and the records of each exercise of a strength session.
private struct StrengthSetNotes: View {
  let sets: [PerformedSet]
  let comparisons: [String: SetComparison]

  var body: some View {
    VStack {
      ForEach(sets.exercises) { exercise in
        let entries = sets.entries(of: exercise)
        ForEach(notes(of: entries)) { Paragraph($0).style(.dim) }
        if let estimate = estimate(of: entries, BodyShare(of: exercise)) {
          Paragraph("\(exercise.capitalizedStart): \(estimate)").style(.dim)
        }
        if let records = comparisons[exercise]?.records, !records.isEmpty {
          Paragraph("New best: \(records.map(\.result).joined(separator: ", "))").style(.good)
        }
      }
    }
  }

  /// The notes of the sets, each after the result of its set.
  private func notes(of entries: [SetEntry]) -> [String] {
    entries.compactMap { set in set.note.map { "\(set.result): \($0.text)" } }
  }

  /// The volume and the estimated one-rep maximum of an exercise.
  private func estimate(of entries: [SetEntry], _ share: BodyShare) -> String? {
    let weights = entries.lazy.compactMap { $0.load.weight ?? $0.body }
    guard let unit = weights.last?.unit else { return nil }
    let volume = entries.reduce(Mass.zero) { $0 + $1.volume(share) }
    let maximum = entries.compactMap { $0.estimatedMaximum(share) }.max()
    guard volume > .zero else { return nil }
    return "\(volume.text(in: unit)) in all"
      + (maximum.map { ", estimated maximum \($0.text(in: unit))" } ?? "")
  }
}

extension WorkoutDetail.State {
  /// The title of the line in which the selected set is edited: `Set 2 of squat`.
  fileprivate var setTitle: String? {
    let rows = workout?.sets.rows { _ in [] } ?? []
    return rows.indices.contains(selectedRow) ? rows[selectedRow].title : nil
  }
}

extension [PerformedSet] {
  /// The number of sets, the reps and the volume: `3 sets, 14 reps, 1387.5 kg`.
  var summary: String {
    [countText, reps.repsText, volumeText].compactMap(\.self).joined(separator: ", ")
  }
}
