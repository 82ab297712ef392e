import Scripting
import TerminalUI

extension Bench {
  /// Measures the rendering of frames, but not their comparison or their output to the terminal.
  mutating func measureRendering() throws {
    let workout = try BenchWorkout()
    let stage = Stage(workout.program, size: Self.terminal)
    measureWholeFrame("render.timer.whole", stage)
    workout.clock.set(step: .milliseconds(10))
    measureRedraw("render.timer.tick", stage) { workout.tick() }
    try measureLeaderboard()
  }

  /// The size of the terminal, the same as in the process benchmarks.
  private static let terminal = Size(100, 30)

  /// Measures a leaderboard that fills the screen, and a key that moves the selection.
  private mutating func measureLeaderboard() throws {
    var setup = Script.Setup()
    setup.database = .fixture("gym")
    let time = VirtualTime()
    let world = try ScriptWorld(setup, in: time)
    let stage = Stage(world.program, size: Self.terminal)
    stage.handle(.key("2"))
    time.settle()
    measureWholeFrame("render.leaderboard.whole", stage)
    var isDown = false
    measureRedraw("render.leaderboard.key", stage) {
      isDown.toggle()
      stage.handle(.key(isDown ? .down : .up))
      time.settle()
    }
  }

  /// Measures a complete frame, by resizing the terminal.
  private mutating func measureWholeFrame(_ name: String, _ stage: Stage) {
    let narrow = Size(Self.terminal.width - 1, Self.terminal.height)
    measure(name, size: Self.cells) {
      stage.resize(to: stage.size == narrow ? Self.terminal : narrow)
      stage.drawIfNeeded()
    }
    stage.resize(to: Self.terminal)
    stage.drawIfNeeded()
    addOutput(of: name, cells: Double(Self.cells))
    check(stage.frame.lines.contains { !$0.isEmpty }, name)
  }

  /// Measures a frame after a change.
  private mutating func measureRedraw(_ name: String, _ stage: Stage, _ change: () -> Void) {
    let before = stage.frameNumber
    measure(name, size: Self.cells) {
      change()
      stage.drawIfNeeded()
    }
    // As many ticks as there are in a second, which redraw the big digits once and the bar ten times.
    var cells = 0
    for _ in 0..<100 {
      let shown = stage.frame
      change()
      stage.drawIfNeeded()
      cells += stage.frame.changedCells(since: shown)
    }
    addOutput(of: name, cells: Double(cells) / 100)
    check(stage.frameNumber > before + 1 && cells > 0, name)
  }
}

extension Buffer {
  /// Returns the number of cells that differ in a buffer of the same size.
  fileprivate func changedCells(since old: Buffer) -> Int {
    changes(since: old).reduce(0) { count, span in
      count + span.columns.count { self[$0, span.row] != old[$0, span.row] }
    }
  }
}
