import Clients
import ClientsLive
import Features
import SQLite
import Scripting
import TerminalHost
import TerminalUI

/// Shows the app on the terminal until the person leaves.
///
/// - Returns: How the app left.
/// - Throws: `DatabaseError`, `ScriptFileError` and `TerminalError`, all before the terminal is touched.
func startTerminal(_ options: LaunchOptions) throws -> Outcome {
  // Before anything else is made: an existing file is left alone, and the session does not begin.
  let writer = try options.recording.map { try ScriptWriter(path: $0.path) }
  let live = LiveClients(options)
  let stores: Stores
  var recorded: RecordedSession?
  do {
    stores = try Stores.open(in: options.dataFolder)
    if let recording = options.recording, let writer {
      // What the session begins with has the workouts that could not be saved before.
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
    database: Database(stores), person: options.person, defaultPerson: options.defaultPerson,
    settings: options.settings, live: live, replay: options.replay,
    time: recorded?.time)
  return try show(in: world, options.terminal, CrashReport(in: options.dataFolder)) {
    () -> any Program in
    let app = AppProgram(
      store: world.app(), environment: options.environment, hasGivenTheme: options.theme != nil)
    return recorded?.program(app, isASCII: options.drawsASCII) ?? app
  }
}

/// Runs a program on the terminal, and closes the database behind it.
///
/// - Parameters:
///   - terminal: What of the terminal's abilities is used.
///   - report: What a crash leaves behind.
///   - make: Makes the program, on the loop.
func show(
  in world: World, _ terminal: TerminalOptions, _ report: CrashReport?,
  _ makeProgram: @escaping @MainActor () -> any Program
) throws -> Outcome {
  let issues = IssueBuffer(report: report)
  issues.install()
  defer { issues.printMessages(report) }
  let result = EventLoop.run { () async -> Result<Outcome, TerminalError> in
    let result: Result<Outcome, TerminalError>
    do throws(TerminalError) {
      result = .success(try await TerminalHost.run(makeProgram(), options: terminal))
    } catch {
      result = .failure(error)
    }
    // A signal, and more so a second one, wants the process gone: the log is as good as a closed file.
    if case .success(let outcome) = result, outcome.signal != nil { return result }
    await world.database.close()
    return result
  }
  return try result.get()
}

extension CrashReport {
  /// One beside the workouts.
  init?(in folder: DataFolder) {
    self.init(
      in: folder.path, facts: ["version: \(version)", "schema: \(DatabaseFormat.ladder.version)"])
  }
}
