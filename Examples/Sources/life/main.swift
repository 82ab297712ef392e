import ReducerRuntime
import TerminalHost
import TerminalUI

let outcome = try EventLoop.run {
  let store = Store(initialState: Life.State()) {
    Life()
  } withDependencies: {
    // A clock whose sleeps are deadlines of the event loop.
    $0.continuousClock = LoopClock()
  }
  let program = StoreProgram(
    LifeView(store: store), store: store, keys: Life.keys, start: nil,
    environment: Environment(glyphs: TerminalHost.showsUnicode ? .unicode : .ascii))
  do throws(TerminalError) {
    return try await TerminalHost.run(
      program, options: TerminalOptions(usesMouse: false, framesPerSecond: 60))
  } catch {
    return ProgramOutcome(status: 2, message: "life: \(error)")
  }
}
outcome.exitProcess()
