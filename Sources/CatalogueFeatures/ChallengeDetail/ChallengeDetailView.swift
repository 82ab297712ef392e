import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A challenge's screen, or the training plan that it presents.
struct ChallengeDetailView: RetainedView {
  let store: StoreOf<ChallengeDetail>

  var body: some View {
    if store.isShowingPlan {
      let plan = store.scope(state: \.plan, action: \.plan)
      PlanView(store: plan, rest: store.options.restBetweenSets)
        .errorSheet(plan.scope(state: \.errorSheet, action: \.errorSheet.presented))
    } else {
      ChallengeCard(store: store).readable(SplitColumns.maxWidth)
        .errorSheet(store.scope(state: \.errorSheet, action: \.errorSheet.presented))
    }
  }
}

/// A challenge's page, as a screen or beside the list of challenges.
struct ChallengeCard: RetainedView {
  let store: StoreOf<ChallengeDetail>
  /// Whether the most important keys are shown as buttons.
  var hasButtons = true

  var body: some View {
    SizeReader { size in
      let height = max(0, size.height - (hasButtons ? 3 : 2))
      VStack {
        PageTitle(store.challenge.name, note: store.challenge.kind.title)
        ChallengeContent(store: store, size: Size(size.width, height))
          .frame(width: size.width, height: height)
        if hasButtons { buttons }
      }
    }
  }

  private var buttons: some View {
    HStack(spacing: 2) {
      button(Hint("s", "start"))
      if let ghost = store.ghost {
        button(Hint("g", "race \(ghost.name)", name: "race-your-best"))
      }
    }
  }

  private func button(_ hint: Hint) -> some View {
    HStack(spacing: 2) {
      HintKeys(hint)
      Text(hint.label)
    }
    .padding(1, 0).background(.selection).tappable(hint)
  }
}

/// The content of a challenge's page: the description, the results and the exercise's video, as much as fits.
///
/// The video is beside the text, and the chart gets the remaining height. In a wide terminal, the chart and a list of
/// results have a column of their own. In a narrow terminal the video replaces the text while it plays, and a chart that
/// doesn't fit becomes a sparkline.
struct ChallengeContent: RetainedView {
  let store: StoreOf<ChallengeDetail>
  let size: Size

  var body: some View {
    if let progress, SplitColumns(of: size.width) != nil {
      columnLayout(progress)
    } else if size.width >= 96 {
      wideLayout
    } else if size.width >= 76 {
      mediumLayout
    } else {
      narrowLayout
    }
  }

  private static let chartLayouts = ChartLayout.all([19, 15, 12, 10, 8, 7, 6, 5])

  /// The width of the text beside the video or the chart.
  private static let textWidth = 72

  /// All of the text, and beside it the video, the chart and the latest results.
  private func columnLayout(_ progress: Progress) -> some View {
    let width = size.width - Self.textWidth - 3
    let height = max(0, size.height - Exercise.maxRows - 1)
    let chartHeight = min(18, height * 2 / 3)
    return ViewThatFits {
      HStack(spacing: 3) {
        ChallengeText(store: store, parts: .all).frame(width: Self.textWidth)
        VStack(spacing: 1) {
          exercise.centered(.horizontal).frame(width: width, height: Exercise.maxRows)
          ProgressChart(progress).frame(width: width, height: chartHeight)
          ResultList(progress, challenge: store.challenge, count: height - chartHeight - 2)
        }
      }
      wideLayout
    }
  }

  /// The video beside all of the text, with the chart below both.
  private var wideLayout: some View {
    ViewThatFits {
      withChart { besideExercise(ChallengeText(store: store, parts: .all)) }
      besideExercise(ChallengeText(store: store, parts: .all, progress: progress))
      besideExercise(ChallengeText(store: store, parts: .all, gap: 0, progress: progress))
      besideExercise(
        ChallengeText(
          store: store, parts: [.summary, .variations, .facts], gap: 0, progress: progress))
      narrowLayout
    }
  }

  /// The video beside the facts and the chart, so that the text above has the full width.
  private var mediumLayout: some View {
    ViewThatFits {
      if let progress {
        ForEach(Self.chartLayouts) { layout in
          VStack(spacing: 1) {
            ChallengeText(store: store, parts: [.summary, .variations, .instructions])
            besideExercise(
              VStack(spacing: layout.gap) {
                ChallengeText(store: store, parts: .facts)
                ProgressChart(progress).frame(height: layout.height)
              })
          }
        }
      }
      mediumLayout([.summary, .variations, .instructions], gap: 1)
      mediumLayout([.summary, .variations, .instructions], gap: 0)
      mediumLayout([.summary, .variations], gap: 0)
      narrowLayout
    }
  }

  private func mediumLayout(_ parts: ChallengeText.Parts, gap: Int) -> some View {
    VStack(spacing: gap) {
      ChallengeText(store: store, parts: parts, gap: gap)
      besideExercise(ChallengeText(store: store, parts: .facts, progress: progress))
    }
  }

  /// Puts the video beside `content`, in a column whose size doesn't depend on the exercise.
  private func besideExercise(_ content: some View) -> some View {
    let column = Exercise.maxColumns
    return HStack(spacing: 2) {
      content.frame(width: min(Self.textWidth, size.width - column - 2))
      exercise.centered(.horizontal).frame(width: column, height: Exercise.maxRows)
    }
  }

  /// The video or the text, because there is no room for both.
  @ViewBuilder private var narrowLayout: some View {
    if store.isVideoPlaying {
      videoLayout
    } else {
      textLayout
    }
  }

  private var textLayout: some View {
    ViewThatFits {
      withChart { ChallengeText(store: store, parts: .all) }
      ChallengeText(store: store, parts: .all, progress: progress)
      ChallengeText(store: store, parts: [.summary, .variations, .facts], progress: progress)
      ChallengeText(
        store: store, parts: [.summary, .variations, .facts], gap: 0, progress: progress)
      // The offer to restore a discarded workout is more important than the progress.
      if store.discarded != nil { ChallengeText(store: store, parts: [.summary, .facts], gap: 0) }
      ChallengeText(store: store, parts: [.variations, .facts], gap: 0, progress: progress)
      ChallengeText(store: store, parts: .facts, progress: progress)
    }
  }

  /// Returns the layouts with the chart below `content`, one for each height.
  @ViewBuilder private func withChart(@ViewBuilder _ content: () -> some View) -> some View {
    let content = content()
    if let progress {
      ForEach(Self.chartLayouts) { layout in
        VStack(spacing: layout.gap) {
          content
          ProgressChart(progress).frame(height: layout.height)
        }
      }
    }
  }

  private var videoLayout: some View {
    ViewThatFits {
      VStack(spacing: 1) {
        exercise.centered(.horizontal)
        ChallengeText(store: store, parts: .facts, progress: progress)
      }
      exercise.centered()
    }
  }

  @ViewBuilder private var exercise: some View {
    if let exercise = store.exercise {
      ExerciseView(exercise: exercise, frame: store.videoFrame).omittedFromPlainOutput()
    }
  }

  private var progress: Progress? {
    store.results.flatMap { Progress($0.progress, scoring: store.challenge.scoring) }
  }
}

/// A frame of an exercise's video.
struct ExerciseView: PrimitiveView {
  let exercise: Exercise
  let frame: Int

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(exercise.width, exercise.height))
  }

  func draw(in canvas: inout Canvas) {
    guard exercise.frames.indices.contains(frame) else { return }
    for (y, row) in exercise.frames[frame].enumerated() {
      canvas.write(row, at: Point(0, y))
    }
  }
}

/// The variations around the current one with their best results, as much as fits:
/// `… knee (40 reps) · [push-up] · decline · diamond …`.
struct VariationLine: PrimitiveView {
  let variation: VariationPosition
  /// The best results by the names of the variations.
  let bests: [String: String]

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    line(environment.glyphs).layout(in: proposal, environment)
  }

  func draw(in canvas: inout Canvas) { line(canvas.glyphs).draw(in: &canvas) }

  private func line(_ glyphs: GlyphSet) -> some View {
    ViewThatFits {
      ForEach(texts(glyphs)) { Text($0) }
    }
  }

  /// Returns the texts to try, longest first.
  private func texts(_ glyphs: GlyphSet) -> [String] {
    let count = variation.scale.variations.count
    let radii = (1..<count).reversed()
    return radii.map { text(radius: $0, hasBests: true, glyphs) }
      + radii.map { text(radius: $0, hasBests: false, glyphs) }
      + ["[\(variation.variation)], \(variation.index + 1) of \(count)"]
  }

  /// - Parameter radius: The number of variations on each side.
  private func text(radius: Int, hasBests: Bool, _ glyphs: GlyphSet) -> String {
    let names = variation.scale.variations
    let range = max(0, variation.index - radius)...min(names.count - 1, variation.index + radius)
    let parts = range.map { index in
      if index == variation.index { return "[\(names[index])]" }
      let best = hasBests ? bests[names[index]] : nil
      return shortName(of: names[index]) + (best.map { " (\($0))" } ?? "")
    }
    return (range.lowerBound > 0 ? "\(glyphs.ellipsis) " : "")
      + parts.joined(separator: " \(glyphs.separator) ")
      + (range.upperBound < names.count - 1 ? " \(glyphs.ellipsis)" : "")
  }

  /// Returns the name without the exercise at its end: "knee" for "knee push-up".
  private func shortName(of name: String) -> String {
    let suffix = " \(variation.scale.exercise)"
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }
}

/// A chart of the results of a challenge over time, with the best one marked.
struct ProgressChart: View {
  let progress: Progress

  init(_ progress: Progress) { self.progress = progress }

  var body: some View {
    VStack {
      Text(progress.title).style(.dim)
      Chart(
        progress.attempts.map { attempt in
          Chart.Value(
            attempt.startedAt.timeIntervalSince1970, progress.axisValue(of: attempt),
            isMarked: attempt.isBest)
        },
        value: progress.text,
        name: { progress.attempts[$0].day })
    }
  }
}

/// The latest results of a challenge, the newest first.
private struct ResultList: View {
  let attempts: ArraySlice<ChallengeDetail.Attempt>
  let challenge: Challenge

  init(_ progress: Progress, challenge: Challenge, count: Int) {
    attempts = progress.attempts.suffix(max(0, count))
    self.challenge = challenge
  }

  var body: some View {
    VStack {
      if !attempts.isEmpty { Text("Latest results").style(.dim) }
      ForEach(attempts.reversed()) { attempt in
        HStack(spacing: 2) {
          Text(attempt.day)
          Text(challenge.text(attempt.score)).style(attempt.isBest ? .good : .text)
          if attempt.isBest { Text("best").style(.dim) }
        }
      }
    }
  }
}

/// The results of a challenge that can be drawn on one axis.
struct Progress {
  let attempts: [ChallengeDetail.Attempt]
  private let scoring: Challenge.Scoring

  /// Creates the progress from the attempts that have a result on the axis.
  ///
  /// - Returns: `nil` for fewer than two results. An incomplete attempt has no result.
  init?(_ attempts: [ChallengeDetail.Attempt], scoring: Challenge.Scoring) {
    self.attempts = attempts.filter(\.score.isComplete)
    self.scoring = scoring
    guard self.attempts.count > 1 else { return nil }
  }

  var title: String {
    switch scoring {
    case .reps: "Your reps"
    case .time: "Your times, lower is better"
    case .hold: "Your times"
    }
  }

  func axisValue(of attempt: ChallengeDetail.Attempt) -> Double {
    scoring.axisValue(of: attempt.score)
  }

  @MainActor
  func text(_ axisValue: Double) -> String { scoring.text(ofAxisValue: axisValue) }

  /// A sparkline of the last results, which replaces a chart that doesn't fit.
  @MainActor
  var sparkline: Sparkline<[Double]> {
    Sparkline(
      attempts.suffix(24).map(axisValue), words: scoring.words(for: attempts.map(axisValue)))
  }
}

extension PersonalResults {
  /// Returns the latest results as a sparkline; `nil` for fewer than two results.
  @MainActor
  func sparkline(by scoring: Challenge.Scoring) -> Sparkline<[Double]>? {
    let values = recent.filter(\.isComplete).map(scoring.axisValue)
    guard values.count > 1 else { return nil }
    return Sparkline(values, words: scoring.words(for: values), isScaledFromMinimum: true)
  }
}

extension Challenge.Scoring {
  /// Returns a score's position on the axis of a chart, in reps or seconds.
  fileprivate func axisValue(of score: Score) -> Double {
    if case .reps = self { return Double(score.reps) }
    return score.duration / .seconds(1)
  }

  @MainActor
  fileprivate func text(ofAxisValue axisValue: Double) -> String {
    if case .reps = self { return "\(Int(axisValue))" }
    return Duration.seconds(axisValue).minutesText
  }

  /// Returns the range of some results: `34 to 48`.
  @MainActor
  fileprivate func words(for values: [Double]) -> String {
    guard let lowest = values.min(), let highest = values.max() else { return "" }
    return "\(text(ofAxisValue: lowest)) to \(text(ofAxisValue: highest))"
  }
}
