import Models
import ReducerRuntime
import TerminalUI

/// What a challenge is, how it is done and how you stand in it, as much of it as there is room for.
///
/// The exercise stands beside the text, and the chart has what is left. Where it is too narrow for that, the exercise has
/// the place of the text while it is played, and a chart that finds no room becomes a line.
struct ChallengeContent: View {
  let store: StoreOf<ChallengeDetail>
  let size: Size

  var body: some View {
    if size.width >= 96 {
      broad
    } else if size.width >= 76 {
      wide
    } else if store.isVideoPlaying {
      film
    } else {
      narrow
    }
  }

  /// The exercise beside all of the text, and the chart below both.
  private var broad: some View {
    ViewThatFits {
      if let progress {
        ForEach(ChartRoom.all) { room in
          VStack(spacing: room.gap) {
            HStack(spacing: 2) {
              ChallengeText(store: store, parts: [.summary, .how, .facts])
                .frame(width: textWidth)
              stage
            }
            ProgressChart(progress).frame(height: room.height)
          }
        }
      }
      HStack(spacing: 2) {
        ChallengeText(store: store, parts: [.summary, .how, .facts], progress: progress)
          .frame(width: textWidth)
        stage
      }
    }
  }

  /// The exercise beside the facts and the chart, so that the lines above are not broken.
  private var wide: some View {
    ViewThatFits {
      if let progress {
        ForEach(ChartRoom.all) { room in
          VStack(spacing: 1) {
            ChallengeText(store: store, parts: [.summary, .how])
            HStack(spacing: 2) {
              VStack(spacing: room.gap) {
                ChallengeText(store: store, parts: .facts)
                ProgressChart(progress).frame(height: room.height)
              }
              .frame(width: textWidth)
              stage
            }
          }
        }
      }
      VStack(spacing: 1) {
        ChallengeText(store: store, parts: [.summary, .how])
        HStack(spacing: 2) {
          ChallengeText(store: store, parts: .facts, progress: progress).frame(width: textWidth)
          stage
        }
      }
    }
  }

  private var textWidth: Int { min(72, size.width - Exercise.mostColumns - 2) }

  /// The exercise's place, the same whatever its size.
  private var stage: some View {
    exercise.centered(.horizontal)
      .frame(width: Exercise.mostColumns, height: Exercise.mostRows)
  }

  private var narrow: some View {
    ViewThatFits {
      if let progress {
        ForEach(ChartRoom.all) { room in
          VStack(spacing: room.gap) {
            ChallengeText(store: store, parts: [.summary, .how, .facts])
            ProgressChart(progress).frame(height: room.height)
          }
        }
      }
      ChallengeText(store: store, parts: [.summary, .how, .facts], progress: progress)
      ChallengeText(store: store, parts: [.summary, .facts], progress: progress)
      ChallengeText(store: store, parts: [.summary, .facts], gap: 0, progress: progress)
      ChallengeText(store: store, parts: .facts, progress: progress)
    }
  }

  private var film: some View {
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
private struct ChartRoom {
  let height: Int
  let gap: Int

  /// To be tried from the greatest on.
  static let all =
    [19, 15, 12, 10, 8, 7, 6, 5].map { ChartRoom(height: $0, gap: 1) }
    + [5, 4].map { ChartRoom(height: $0, gap: 0) }
}
