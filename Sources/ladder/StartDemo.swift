import Clients
import ClientsLive
import Features
import Scripting
import TerminalHost

/// Plays the demo on the terminal, with a database that is thrown away.
///
/// - Returns: How the demo left.
/// - Throws: As ``startTerminal(_:)``.
func startDemo(_ options: LaunchOptions) throws -> Outcome {
  let script = try Script.demo()
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  let world = World(
    database: Database(try Connection.open(in: DataFolder(path: folder.path))),
    person: options.person)
  return try show(in: world, options.terminal) {
    let player = ScriptPlayer(
      script, file: Script.demoFile,
      on: AppProgram(store: world.app(), environment: options.environment), clock: LoopClock(),
      environment: options.environment)
    player.start()
    return player
  }
}
