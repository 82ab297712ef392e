import Scripting
import TerminalUI

/// A terminal's picture, as large as the ones that whole processes are measured in.
enum Terminal {
  static let size = Size(100, 30)
  static var frame: Buffer { Buffer(size) }
}

extension Bench {
  /// What a frame costs, up to what has changed in it; telling the terminal comes on top.
  mutating func frames() throws {
    let workout = try BenchWorkout()
    whole("render.timer.whole", workout.program)
    tick("render.timer.tick", workout)
    try leaderboard()
  }

  /// A frame that has nothing in common with the last one, as its size is another.
  private mutating func whole(_ name: String, _ program: some Program) {
    let sizes = [Terminal.size, Size(Terminal.size.width - 1, Terminal.size.height)]
    var frames = sizes.map { Buffer($0) }
    var turn = 0
    measure(name, size: Self.cells) {
      turn = 1 - turn
      program.handle(.resize(sizes[turn]))
      frames[turn].clear()
      program.render(into: &frames[turn])
    }
    check(frames[turn].lines.contains { !$0.isEmpty }, name)
  }

  /// A hundredth of a second goes by, and is drawn.
  private mutating func tick(_ name: String, _ workout: BenchWorkout) {
    var screen = Picture()
    workout.clock.set(step: .milliseconds(10))
    measure(name, size: Self.cells) {
      workout.tick()
      screen.show(workout.program)
    }
    check(screen.changes > 0, name)
  }

  /// A key moves the selection of a leaderboard with a screenful of rows.
  private mutating func leaderboard() throws {
    var setup = Script.Setup()
    setup.database = .fixture("gym")
    let time = VirtualTime()
    let world = try ScriptWorld(setup, in: time)
    world.program.handle(.key("2"))
    time.settle()
    whole("render.leaderboard.whole", world.program)

    var screen = Picture()
    var row = 0
    measure("render.leaderboard.key", size: Self.cells) {
      row = (row + 1) % 40
      world.program.handle(.key(row < 20 ? .down : .up))
      time.settle()
      screen.show(world.program)
    }
    check(screen.changes > 0, "render.leaderboard.key")
  }
}

/// What a terminal shows, and what is to be shown next.
private struct Picture {
  private var shown = Terminal.frame
  private var next = Terminal.frame
  /// How many stretches of cells have changed so far.
  private(set) var changes = 0

  @MainActor
  mutating func show(_ program: some Program) {
    next.clear()
    program.render(into: &next)
    next.forEachChange(since: shown) { _ in changes += 1 }
    swap(&shown, &next)
  }
}
