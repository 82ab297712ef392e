import ReducerRuntime
import TerminalHost
import TerminalUI

let outcome = try EventLoop.run {
  let store = Store(initialState: Cookbook.State()) {
    Cookbook()
  } withDependencies: {
    // A clock whose sleeps are deadlines of the event loop.
    $0.continuousClock = LoopClock()
  }
  let program = StoreProgram(
    CookbookView(store: store), store: store, keys: Cookbook.keys, start: nil,
    environment: Environment(glyphs: TerminalHost.showsUnicode ? .unicode : .ascii))
  do throws(TerminalError) {
    return try await TerminalHost.run(program, options: TerminalOptions(usesMouse: false))
  } catch {
    return ProgramOutcome(status: 2, message: "cookbook: \(error)")
  }
}
outcome.exitProcess()
