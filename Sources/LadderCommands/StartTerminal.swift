import Clients
import ClientsLive
import CommandLineInterface
import Features
import SQLite
import Scripting
import TerminalHost
import TerminalUI

/// Runs the app on the terminal.
///
/// - Returns: The outcome of the app.
/// - Throws: `DatabaseError`, `ScriptFileError`, `ThreadError`, `EventLoopError` and `TerminalError`, all before the terminal is changed.
func startTerminal(_ options: LaunchOptions) throws -> ProgramOutcome {
  // First of all, because the session doesn't start if the file already exists.
  let writer = try options.recording.map { try ScriptWriter(path: $0.path) }
  let live = LiveClients(options)
  let stores: Stores
  var recorded: RecordedSession?
  do {
    stores = try Stores.open(in: options.dataFolder)
    if let recording = options.recording, let writer {
      // The recording starts with the rescued workouts in the database.
      live.rescue?.importWorkouts(into: stores)
      let setup = try RecordedSession.setup(recording, options, stores)
      recorded = RecordedSession(recording, setup, to: writer)
    }
  } catch {
    writer?.discard()
    throw error
  }
  stores.unfinished.removeAbandonedHeartbeats()
  let world = World(
    database: try Database(stores), person: options.person, defaultPerson: options.defaultPerson,
    settings: options.settings, live: live, challenge: options.challenge, session: options.session,
    replay: options.replay,
    time: recorded?.time)
  return try show(in: world, options.terminal, CrashReport(in: options.dataFolder)) {
    () -> any Program in
    let app = AppProgram(
      store: world.app(), environment: options.environment, hasThemeOverride: options.theme != nil)
    return recorded?.program(app, isASCII: options.drawsASCII) ?? app
  }
}

/// Runs a program on the terminal, and then closes the database.
///
/// - Parameters:
///   - terminal: The features of the terminal to use.
///   - report: The crash report, if any.
///   - makeProgram: Creates the program, on the event loop.
func show(
  in world: World, _ terminal: TerminalOptions, _ report: CrashReport?,
  _ makeProgram: @escaping @MainActor () -> any Program
) throws -> ProgramOutcome {
  let issues = IssueBuffer(report: report)
  issues.install()
  defer { issues.printMessages(report) }
  let result = try EventLoop.run { () async -> Result<ProgramOutcome, TerminalError> in
    defer { ProgramRunner.shared.stop() }
    let result: Result<ProgramOutcome, TerminalError>
    do throws(TerminalError) {
      result = .success(try await TerminalHost.run(makeProgram(), options: terminal))
    } catch {
      result = .failure(error)
    }
    // After a signal, the process should exit quickly. The write-ahead log is complete without closing the database.
    if case .success(let outcome) = result, outcome.signal != nil { return result }
    await world.database.close()
    return result
  }
  return try result.get()
}

extension CrashReport {
  /// Creates a crash report in the data folder.
  init?(in folder: DataFolder) {
    self.init(
      in: folder.path, facts: ["version: \(version)", "schema: \(DatabaseFormat.ladder.version)"])
  }
}
