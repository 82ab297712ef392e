import Clients
import ClientsLive
import Features
import SQLite
import TerminalHost
import TerminalUI

/// Shows the app line by line on standard output, and takes lines from standard input, until the person leaves.
///
/// - Returns: How the app left.
/// - Throws: `DatabaseError`.
func startPlain(_ options: LaunchOptions) throws -> Outcome {
  let stores = try Stores.open(in: options.dataFolder)
  stores.unfinished.removeAbandonedHeartbeats()
  let world = World(
    database: Database(stores), person: options.person, defaultPerson: options.defaultPerson,
    settings: options.settings, live: LiveClients(options))
  let report = CrashReport(in: options.dataFolder)
  let issues = IssueBuffer(report: report)
  issues.install()
  defer { issues.printMessages(report) }
  return EventLoop.run {
    var environment = options.environment
    environment.canDrawGraphics = false
    // Boxes are told from words by their characters, so that the frame needs them; the output has none of them.
    environment.glyphs = .unicode
    let program = AppProgram(store: world.app(showsFilms: false), environment: environment)
    let outcome = await PlainHost.run(program)
    await world.database.close()
    return outcome
  }
}
