import Scripting
import TerminalUI

extension Bench {
  /// What a frame costs to be drawn; finding out what is new in it and telling the terminal come on top.
  mutating func measureRendering() throws {
    let workout = try BenchWorkout()
    let stage = Stage(workout.program, size: Self.terminal)
    measureWholeFrame("render.timer.whole", stage)
    workout.clock.set(step: .milliseconds(10))
    measureRedraw("render.timer.tick", stage) { workout.tick() }
    try measureLeaderboard()
  }

  /// As large as the terminal that whole processes are measured in.
  private static let terminal = Size(100, 30)

  /// A leaderboard with a screenful of rows, and a key that moves its selection.
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

  /// A frame that has nothing in common with the last one, as its size is another.
  private mutating func measureWholeFrame(_ name: String, _ stage: Stage) {
    let narrow = Size(Self.terminal.width - 1, Self.terminal.height)
    measure(name, size: Self.cells) {
      stage.resize(to: stage.size == narrow ? Self.terminal : narrow)
      stage.drawIfNeeded()
    }
    stage.resize(to: Self.terminal)
    stage.drawIfNeeded()
    check(stage.frame.lines.contains { !$0.isEmpty }, name)
  }

  /// A frame after a change.
  private mutating func measureRedraw(_ name: String, _ stage: Stage, _ change: () -> Void) {
    let before = stage.frameNumber
    measure(name, size: Self.cells) {
      change()
      stage.drawIfNeeded()
    }
    let shown = stage.frame
    change()
    stage.drawIfNeeded()
    var isChanged = false
    stage.frame.forEachChange(since: shown) { _ in isChanged = true }
    check(stage.frameNumber > before + 1 && isChanged, name)
  }
}
