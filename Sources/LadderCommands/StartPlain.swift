import Clients
import ClientsLive
import Features
import SQLite
import TerminalHost
import TerminalUI

/// Runs the app line by line on standard input and output.
///
/// - Returns: The outcome of the app.
/// - Throws: `DatabaseError`, `ThreadError` and `EventLoopError`.
func startPlain(_ options: LaunchOptions) throws -> ProgramOutcome {
  let stores = try Stores.open(in: options.dataFolder)
  stores.unfinished.removeAbandonedHeartbeats()
  let world = World(
    database: try Database(stores), person: options.person, defaultPerson: options.defaultPerson,
    settings: options.settings, live: LiveClients(options), challenge: options.challenge,
    session: options.session)
  let report = CrashReport(in: options.dataFolder)
  let issues = IssueBuffer(report: report)
  issues.install()
  defer { issues.printMessages(report) }
  return try EventLoop.run {
    var environment = options.environment
    environment.canDrawGraphics = false
    // The plain host removes box-drawing characters, which it can't distinguish from text in ASCII frames.
    environment.glyphs = .unicode
    let program = AppProgram(store: world.app(showsVideos: false), environment: environment)
    let database = world.database
    let outcome = await PlainHost.run(
      program,
      requests: PlainRequests(
        count: { database.requestCount },
        answered: { await database.runWithoutConnection {} }))
    ProgramRunner.shared.stop()
    await world.database.close()
    return outcome
  }
}
