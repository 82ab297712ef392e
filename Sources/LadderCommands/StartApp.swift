import AppFeatures
import Clients
import ClientsLive
import CommandLineInterface
import Models
import ReducerRuntime
import SQLite
import Scripting
import Synchronization
import TerminalHost
import TerminalUI

/// Runs the app on the terminal.
///
/// - Returns: The outcome of the app.
/// - Throws: `DatabaseError`, `ScriptFileError`, `ThreadError`, `EventLoopError` and `TerminalError`; the terminal is
///   unchanged.
func startTerminal(_ options: LaunchOptions) throws -> ProgramOutcome {
  // The writer is created first, because the session doesn't start if the file already exists.
  let writer = try options.recording.map { try ScriptWriter(path: $0.path) }
  // A recording must show the same dates wherever it is played.
  if writer == nil { CivilDate.adoptLocale() }
  let stores: Connection
  var recorded: RecordedSession?
  do {
    stores = try options.openDatabase()
    if let recording = options.recording, let writer {
      // The recording's copy of the database must contain the rescued workouts.
      options.rescue?.importWorkouts(into: stores)
      let setup = try RecordedSession.setup(recording, options, stores)
      recorded = RecordedSession(recording, setup, to: writer)
    }
  } catch {
    writer?.discard()
    throw error
  }
  let world = try World(options, stores, time: recorded?.time)
  return try run(in: world) {
    let app = AppProgram(
      store: world.app(), environment: options.environment, hasThemeOverride: options.theme != nil)
    return try await TerminalHost.run(
      recorded?.program(app, isASCII: options.drawsASCII) ?? app, options: options.terminal)
  }
}

/// Runs the app line by line on standard input and output.
///
/// - Returns: The outcome of the app.
/// - Throws: `DatabaseError`, `ThreadError` and `EventLoopError`.
func startPlain(_ options: LaunchOptions) throws -> ProgramOutcome {
  CivilDate.adoptLocale()
  let world = try World(options, options.openDatabase())
  return try run(in: world) {
    var environment = options.environment
    environment.canDrawGraphics = false
    // The plain host removes box-drawing characters. In ASCII frames, it couldn't distinguish them from text.
    environment.glyphs = .unicode
    let program = AppProgram(store: world.app(showsVideos: false), environment: environment)
    let database = world.database
    return await PlainHost.run(
      program,
      requests: PlainRequests(
        count: { database.requestCount },
        answered: { await database.runWithoutConnection {} }))
  }
}

/// Runs an app in the event loop, and then closes the database.
private func run(
  in world: World, _ app: @escaping @MainActor () async throws -> ProgramOutcome
) throws -> ProgramOutcome {
  let report = CrashReport(in: world.options.dataFolder)
  let issues = IssueBuffer(report: report)
  issues.install()
  defer { issues.printMessages(report) }
  let database = world.database
  return try EventLoop.run {
    defer { ProgramRunner.shared.stop() }
    let outcome: ProgramOutcome
    do {
      outcome = try await app()
    } catch {
      await database.close()
      throw error
    }
    // After a signal, the process should exit quickly. The write-ahead log is complete without closing the database.
    if outcome.signal == nil { await database.close() }
    return outcome
  }
}

extension CrashReport {
  /// Creates a crash report in the data folder.
  init?(in folder: DataFolder) {
    self.init(
      in: folder.path,
      facts: ["version: \(Build.current.text)", "schema: \(DatabaseFormat.ladder.version)"])
  }
}

// MARK: - Issues

/// A buffer for the runtime's issues while the app has the terminal, where a line on standard error would corrupt the
/// screen.
///
/// The messages are printed once the terminal is restored. The crash report gets the source location of each issue
/// immediately, but not the message, because that may contain names.
final class IssueBuffer: Sendable {
  private let lines = Mutex<[String]>([])
  private let recordLocation: @Sendable (_ place: String) -> Void

  /// The maximum number of issues to keep, so that a repeated fault doesn't fill the memory.
  private static let maxLines = 20

  /// Creates an empty buffer.
  ///
  /// - Parameter recordLocation: Records the source location of an issue. It is called by one thread at a time.
  init(recordLocation: @escaping @Sendable (_ place: String) -> Void) {
    self.recordLocation = recordLocation
  }

  convenience init(report: CrashReport?) { self.init { report?.record(issueAt: $0) } }

  /// Registers the buffer as the receiver of all issues.
  func install() { IssueReporting.install { [self] in append($0, at: $1) } }

  func append(_ message: String, at location: IssueLocation) {
    let place = "\(location.fileID):\(location.line)"
    lines.withLock { lines in
      guard lines.count < Self.maxLines else { return }
      lines.append("ladder: \(place): \(message)".escapedText)
      recordLocation(place)
    }
  }

  /// Returns the lines to print at the end, including one about a crash report of this or an earlier run.
  func messages(_ report: CrashReport?) -> [String] {
    let lines = lines.withLock { $0 }
    guard let report, report.isFromEarlierRun || !lines.isEmpty else { return lines }
    let reason = lines.isEmpty ? "an earlier run crashed" : "this is a bug in Ladder"
    let path = report.path.escapedText
    return lines + ["ladder: \(reason); a report without names is in \(path), which you may delete"]
  }

  /// Writes the lines of ``messages(_:)`` to standard error.
  func printMessages(_ report: CrashReport?) {
    for line in messages(report) { CommandLineTool.writeToStandardError(line) }
  }
}
