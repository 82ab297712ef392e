import ReducerRuntime
import TerminalHost
import TerminalUI

let outcome = try EventLoop.run {
  let store = Store(initialState: Todos.State()) {
    Todos()
  }
  let program = StoreProgram(
    TodosView(store: store), store: store, keys: Todos.keys, start: .started,
    environment: Environment(glyphs: TerminalHost.showsUnicode ? .unicode : .ascii))
  do throws(TerminalError) {
    return try await TerminalHost.run(program, options: TerminalOptions(usesMouse: false))
  } catch {
    return ProgramOutcome(status: 2, message: "todos: \(error)")
  }
}
outcome.exitProcess()
