import Foundation
import ReducerRuntime
import TerminalHost
import TerminalUI

// controls --write FOLDER
if CommandLine.arguments.dropFirst().first == "--write", let folder = CommandLine.arguments.last {
  try Catalogue.write(to: URL(filePath: folder))
  exit(0)
}

let outcome = try EventLoop.run {
  let store = Store(initialState: Controls.State()) { Controls() }
  let program = StoreProgram(
    ControlsView(store: store), store: store, keys: Controls.keys, start: nil,
    environment: Environment(glyphs: TerminalHost.showsUnicode ? .unicode : .ascii))
  do throws(TerminalError) {
    return try await TerminalHost.run(program, options: TerminalOptions(usesMouse: false))
  } catch {
    return ProgramOutcome(status: 2, message: "controls: \(error)")
  }
}
outcome.exitProcess()
