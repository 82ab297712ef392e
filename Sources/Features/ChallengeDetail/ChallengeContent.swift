import Models
import ReducerRuntime
import TerminalUI

/// The content of a challenge's page: the description, the results and the exercise's video, as much as fits.
///
/// The video is beside the text, and the chart gets the remaining height. In a narrow terminal the video replaces the
/// text while it plays, and a chart that doesn't fit becomes a sparkline.
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

  /// The video beside all of the text, with the chart below both.
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
        ChallengeText(
          store: store, parts: [.summary, .variations, .facts], gap: 0, progress: progress))
      narrowLayout
    }
  }

  /// The video beside the facts and the chart, so that the text above has the full width.
  private var mediumLayout: some View {
    ViewThatFits {
      if let progress {
        ForEach(ChartLayout.all) { layout in
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
      content.frame(width: min(72, size.width - column - 2))
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
      if let progress {
        ForEach(ChartLayout.all) { layout in
          VStack(spacing: layout.gap) {
            ChallengeText(store: store, parts: .all)
            ProgressChart(progress).frame(height: layout.height)
          }
        }
      }
      ChallengeText(store: store, parts: .all, progress: progress)
      ChallengeText(store: store, parts: [.summary, .variations, .facts], progress: progress)
      ChallengeText(
        store: store, parts: [.summary, .variations, .facts], gap: 0, progress: progress)
      // That a discarded workout can be restored is more important than the progress.
      if store.discarded != nil { ChallengeText(store: store, parts: [.summary, .facts], gap: 0) }
      ChallengeText(store: store, parts: [.variations, .facts], gap: 0, progress: progress)
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

/// A height for the chart with its title, and the number of blank rows above it.
private struct ChartLayout {
  let height: Int
  let gap: Int

  /// The layouts to try, largest first.
  static let all =
    [19, 15, 12, 10, 8, 7, 6, 5].map { ChartLayout(height: $0, gap: 1) }
    + [5, 4].map { ChartLayout(height: $0, gap: 0) }
}

/// A frame of an exercise's video. It is empty in plain output, where the instructions describe the exercise.
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
