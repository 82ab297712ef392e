import Models
import TerminalUI

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
          LineSample(isDotted: false)
          Text("this one")
          LineSample(isDotted: true).style(.dim)
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
    let points = WorkoutTrace.pace(of: workout.log)
    return points.count > 2 ? points : nil
  }
}

/// A short piece of a chart's line for its legend.
private struct LineSample: PrimitiveView {
  let isDotted: Bool

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(environment.canDrawGraphics ? 3 : 0, environment.canDrawGraphics ? 1 : 0))
  }

  func draw(in canvas: inout Canvas) {
    guard canvas.environment.canDrawGraphics else { return }
    let glyph = isDotted ? canvas.glyphs.shades[0] : canvas.glyphs.box.horizontal
    canvas.fill(Rect(x: 0, y: 0, width: 3, height: 1), with: glyph)
  }
}
