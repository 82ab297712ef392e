import ReducerRuntime
import TerminalHost
import TerminalUI

let outcome = try EventLoop.run {
  let store = Store(initialState: Counter.State()) {
    Counter()
  } withDependencies: {
    // A clock whose sleeps are deadlines of the event loop.
    $0.continuousClock = LoopClock()
  }
  let program = StoreProgram(
    CounterView(store: store), store: store, keys: Counter.keys, start: nil,
    environment: Environment(glyphs: TerminalHost.showsUnicode ? .unicode : .ascii))
  do throws(TerminalError) {
    return try await TerminalHost.run(program, options: TerminalOptions(usesMouse: false))
  } catch {
    return ProgramOutcome(status: 2, message: "counter: \(error)")
  }
}
outcome.exitProcess()
