import Models
import ReducerRuntime
import TerminalUI

/// The current exercise, its progress, and the next one, in a workout of several sets.
///
/// From 13 rows on, the name of the exercise has five rows, as the smallest digits. In floor mode the next one has, too.
/// Intervals of one exercise need no name, so that their digits are larger.
struct RoutineFigures: View {
  let store: StoreOf<WorkoutTimer>
  /// Whether exercises must be told apart.
  let hasNames: Bool
  /// The number of rows available.
  let maxHeight: Int

  /// The rows of large letters and of the gap below them.
  private static let textRows = 6
  /// The rows of the smallest digits with their captions.
  private static let figureRows = 6

  var body: some View {
    let hasNext = maxHeight > Self.figureRows
    let hasName = hasNames && maxHeight > Self.figureRows + Self.textRows
    let hasLargeNext =
      hasName && store.isOnFloor && maxHeight >= Self.figureRows + 2 * Self.textRows
    let nameRows = hasName ? Self.textRows : 0
    let nextRows = hasLargeNext ? Self.textRows : hasNext ? 1 : 0
    VStack(alignment: .center) {
      if hasName {
        CurrentExercise(store: store)
        Text("")
      }
      ProgressFigures(store: store, maxHeight: maxHeight - nameRows - nextRows)
      if hasNext { NextExercise(store: store, isLarge: hasLargeNext) }
    }
  }
}

private struct CurrentExercise: RetainedView {
  let store: StoreOf<WorkoutTimer>

  var body: some View {
    if let cursor = store.cursor {
      BigText(RoutinePart(cursor).name.uppercased(), maxScale: 1)
    }
  }
}

private struct NextExercise: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let isLarge: Bool

  var body: some View {
    if let text = store.cursor?.next?.text {
      if isLarge {
        VStack(alignment: .center) {
          Text("then").style(.dim)
          BigText(text, maxScale: 1)
        }
      } else {
        HStack(spacing: 1) {
          Text("then").style(.dim)
          Text(text).style(.accent)
        }
      }
    } else {
      Text("the last one").style(.dim)
    }
  }
}
