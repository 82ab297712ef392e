import Models
import TerminalUI

/// A frame of an exercise's film. Who hears the screen hears how it is done instead.
struct ExerciseView: PrimitiveView {
  let exercise: Exercise
  let frame: Int

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    environment.drawsPictures
      ? Layout(Size(exercise.width, exercise.height)) : Layout(.zero)
  }

  func draw(in canvas: inout Canvas) {
    guard canvas.environment.drawsPictures, exercise.frames.indices.contains(frame) else { return }
    for (y, row) in exercise.frames[frame].enumerated() {
      canvas.write(row, at: Point(0, y))
    }
  }
}
