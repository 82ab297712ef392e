import Models
import ReducerRuntime
import TerminalUI

/// What a challenge is, how it is done and how you stand in it, as much of it as there is room for.
///
/// The exercise stands beside the text, and the chart has what is left. Where it is too narrow for that, the exercise has
/// the place of the text while it is played, and a chart that finds no room becomes a line.
struct ChallengeContent: RetainedView {
  let store: StoreOf<ChallengeDetail>
  let size: Size

  var body: some View {
    if size.width >= 96 {
      wideLayout
    } else if size.width >= 76 {
      mediumLayout
    } else {
      narrowLayout
    }
  }

  /// The exercise beside all of the text, and the chart below both.
  private var wideLayout: some View {
    ViewThatFits {
      if let progress {
        ForEach(ChartLayout.all) { layout in
          VStack(spacing: layout.gap) {
            besideExercise(ChallengeText(store: store, parts: .all))
            ProgressChart(progress).frame(height: layout.height)
          }
        }
      }
      besideExercise(ChallengeText(store: store, parts: .all, progress: progress))
      besideExercise(ChallengeText(store: store, parts: .all, gap: 0, progress: progress))
      besideExercise(
        ChallengeText(store: store, parts: [.summary, .facts], gap: 0, progress: progress))
      narrowLayout
    }
  }

  /// The exercise beside the facts and the chart, so that the lines above are not broken.
  private var mediumLayout: some View {
    ViewThatFits {
      if let progress {
        ForEach(ChartLayout.all) { layout in
          VStack(spacing: 1) {
            ChallengeText(store: store, parts: [.summary, .instructions])
            besideExercise(
              VStack(spacing: layout.gap) {
                ChallengeText(store: store, parts: .facts)
                ProgressChart(progress).frame(height: layout.height)
              })
          }
        }
      }
      mediumLayout([.summary, .instructions], gap: 1)
      mediumLayout([.summary, .instructions], gap: 0)
      mediumLayout(.summary, gap: 0)
      narrowLayout
    }
  }

  private func mediumLayout(_ parts: ChallengeText.Parts, gap: Int) -> some View {
    VStack(spacing: gap) {
      ChallengeText(store: store, parts: parts, gap: gap)
      besideExercise(ChallengeText(store: store, parts: .facts, progress: progress))
    }
  }

  /// The exercise's place is the same whatever its size.
  private func besideExercise(_ content: some View) -> some View {
    let column = Exercise.maxColumns
    return HStack(spacing: 2) {
      content.frame(width: min(72, size.width - column - 2))
      exercise.centered(.horizontal).frame(width: column, height: Exercise.maxRows)
    }
  }

  /// Where there is no room for both, the exercise or the text.
  @ViewBuilder private var narrowLayout: some View {
    if store.isVideoPlaying {
      videoLayout
    } else {
      textLayout
    }
  }

  private var textLayout: some View {
    ViewThatFits {
      if let progress {
        ForEach(ChartLayout.all) { layout in
          VStack(spacing: layout.gap) {
            ChallengeText(store: store, parts: .all)
            ProgressChart(progress).frame(height: layout.height)
          }
        }
      }
      ChallengeText(store: store, parts: .all, progress: progress)
      ChallengeText(store: store, parts: [.summary, .facts], progress: progress)
      ChallengeText(store: store, parts: [.summary, .facts], gap: 0, progress: progress)
      // What can be undone is said even where the progress has to go for it.
      if store.discarded != nil { ChallengeText(store: store, parts: [.summary, .facts], gap: 0) }
      ChallengeText(store: store, parts: .facts, progress: progress)
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
      ExerciseView(exercise: exercise, frame: store.videoFrame)
    }
  }

  private var progress: Progress? {
    store.results.flatMap { Progress($0.progress, scoring: store.challenge.scoring) }
  }
}

/// A height for the chart and its title, and the rows free above it.
private struct ChartLayout {
  let height: Int
  let gap: Int

  /// To be tried from the greatest on.
  static let all =
    [19, 15, 12, 10, 8, 7, 6, 5].map { ChartLayout(height: $0, gap: 1) }
    + [5, 4].map { ChartLayout(height: $0, gap: 0) }
}

/// A frame of an exercise's film. Who hears the screen hears how it is done instead.
struct ExerciseView: PrimitiveView {
  let exercise: Exercise
  let frame: Int

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    environment.canDrawGraphics
      ? Layout(Size(exercise.width, exercise.height)) : Layout(.zero)
  }

  func draw(in canvas: inout Canvas) {
    guard canvas.environment.canDrawGraphics, exercise.frames.indices.contains(frame) else {
      return
    }
    for (y, row) in exercise.frames[frame].enumerated() {
      canvas.write(row, at: Point(0, y))
    }
  }
}
