import Clients
import ClientsLive
import Files
import FoundationEssentials
import Glibc
import Models
import SQLite
import Scripting
import TerminalHost
import TerminalUI

/// The program as the shell sees it: words in, text and an exit code out.
///
/// Exit codes: 0 done; 1 it could not be done; 2 it was asked the wrong way.
struct CommandLineTool {
  /// The command line, the program's own name first.
  var arguments: [String]

  /// Looks up an environment variable.
  var environment: (String) -> String?

  var output: Output

  /// Whether a person sits at both ends, keyboard and screen.
  var isTerminal: Bool

  /// The wall clock.
  var now: () -> Date = { Date() }

  /// Where a line about what went wrong goes.
  var report: (String) -> Void = Self.writeToStandardError

  /// Lets the process write to these paths only; in a test, which goes on afterwards, it does nothing.
  var confine: (_ paths: [String]) -> Void = { _ in }

  /// Whatever is in the line, only text comes out: it may name a file, or quote one.
  static func writeToStandardError(_ line: String) {
    let bytes = Array((line.visibleText + "\n").utf8)
    // When even this cannot be written there is nobody left to tell.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Does what the command line asks.
  ///
  /// - Returns: The exit code.
  func run() -> Int32 {
    do {
      // Before anything asks for the local time.
      try TimeZoneVariable(environment: environment).refuseForeignFile()
      let code = try perform(
        Invocation(arguments: arguments, catalogue: catalogue, now: now()))
      try output.flush()
      return code
    } catch let error as UsageError {
      report("ladder: \(error.line)")
      return 2
    } catch let error as TerminalError {
      report("ladder: \(error); \(Self.withoutTerminal)")
      return 2
    } catch let error as ScriptError {
      // As compilers do, so that editors find the line.
      report("\(error)")
      return 2
    } catch let error as ScriptFileError {
      report("ladder: \(error)")
      return 2
    } catch let error as any ExplainedError {
      report("ladder: \(error.sentence)")
      return 1
    } catch let error as BackupError {
      report("ladder: \(error.sentence)")
      return 1
    } catch OutputError.closed {
      // `ladder history | head -1` got what it wanted.
      return 0
    } catch let OutputError.failed(reason) {
      report("ladder: cannot write the output (\(reason))")
      return 1
    } catch {
      report("ladder: \(error)")
      return 1
    }
  }

  private func perform(_ invocation: Invocation) throws -> Int32 {
    switch invocation.command {
    case .help:
      output.text(HelpText.text)
    case .version:
      output.text("ladder \(version)\n")
    case .challenges(let json):
      try ChallengesCommand(catalogue: try catalogue(in: invocation.dataFolder), json: json)
        .run(output)
    case .history(let json):
      try HistoryCommand(
        stores: try existingDatabase(invocation), person: try toldPerson(invocation),
        json: json
      ).run(output)
    case .leaderboard(let challenge, let filter, let json):
      try LeaderboardCommand(
        stores: try existingDatabase(invocation), person: try toldPerson(invocation),
        challenge: challenge, filter: filter, json: json, now: now(), report: report
      ).run(output)
    case .events(let clears, let json):
      try EventsCommand(
        stores: try existingDatabase(invocation), clears: clears, json: json
      ).run(output)
    case .backup(let file):
      try BackupCommand(folder: try dataFolder(invocation.dataFolder), file: file).run(output)
    case .restore(let file):
      let folder = try dataFolder(invocation.dataFolder)
      try folder.makeFolder()
      confine([folder.path])
      try RestoreCommand(folder: folder, file: file).run(output)
    case .doctor(let repairs):
      let folder = try dataFolder(invocation.dataFolder)
      // A workout that could not be saved is brought into a database that may not be there.
      if repairs { try? folder.makeFolder() }
      confine([folder.path] + temporaryFolders + [settingsFile?.path.parentPath].compactMap(\.self))
      var settings = loadSettings()
      _ = settingsFile.map { settings.readKeys(of: $0) }
      return try DoctorCommand(
        doctor: Doctor(folder: folder, settingsFile: settingsFile, now: now()),
        repairs: repairs, problems: settings.problems
      ).run(output)
    case .man:
      output.text(ManPage.text)
    case .completions(let shell):
      output.text(shell.completions)
    case .log(let entry):
      try LogCommand(
        stores: try Stores.open(
          in: try dataFolder(invocation.dataFolder)),
        person: try toldPerson(invocation), entry: entry
      ).run(output)
    case .plan(let json):
      try PlanCommand(
        stores: try existingDatabase(invocation), person: try toldPerson(invocation),
        json: json, today: LocalTime(now()).date.daysSince1970,
        rest: LadderRule.rest(chosen: loadSettings().settings.rest)
      ).run(output)
    case .status(let json, let watches):
      let folder = try dataFolder(invocation.dataFolder)
      try StatusCommand(
        person: try person(invocation, loadSettings()), json: json, watches: watches, now: now,
        wait: { output.waitForReader(milliseconds: 1000) }
      ).run({ try Stores.openExisting(in: folder) }, output)
    case .app:
      let options = try launchOptions(invocation)
      if invocation.isPlain { leave(try startPlain(options)) }
      try requireTerminal()
      leave(try startTerminal(options))
    case .replay(let reference):
      var options = try launchOptions(invocation)
      let stores = try existingDatabase(invocation)
      options.replay = try reference.replay(in: stores)
      stores?.close()
      try requireTerminal()
      leave(try startTerminal(options))
    case .demos:
      let width = Demo.all.map(\.name.count).max() ?? 0
      for demo in Demo.all {
        try output.line(demo.name.padded(to: width + 2) + demo.summary)
      }
    case .play(let played):
      switch played.speed ?? (isTerminal ? .times(1) : .max) {
      case .max:
        confine(played.outputs)
        return try playAtOnce(played, output)
      case .times(let speed):
        try requireTerminal()
        let options = try launchOptions(invocation)
        confine(played.outputs)
        leave(try playLive(played, speed: speed, options))
      }
    }
    return 0
  }

  /// Who is training. The broken lines of the settings file are named; the rest of it counts, so the work goes on.
  private func toldPerson(_ invocation: Invocation) throws -> PersonName {
    let settings = loadSettings()
    for problem in settings.problems { report("ladder: \(problem)") }
    return try person(invocation, settings)
  }

  /// The challenges there are, those that people made among them.
  private func catalogue(in folder: DataFolder?) throws -> Catalogue {
    try Stores.openExisting(in: try dataFolder(folder))?.challenges.catalogue()
      ?? .standard
  }

  /// Where SQLite puts a copy of a database that does not fit in memory.
  private var temporaryFolders: [String] {
    [environment("SQLITE_TMPDIR"), environment("TMPDIR"), "/var/tmp", "/tmp"].compactMap(\.self)
  }

  private func requireTerminal() throws {
    guard isTerminal else {
      throw UsageError("this needs a terminal; \(Self.withoutTerminal)")
    }
  }

  private static let withoutTerminal =
    "without one, use \"ladder --plain\", \"ladder history\", \"ladder leaderboard CHALLENGE\" or "
    + "\"ladder challenges\""

  /// Ends the process as the screens ended.
  private func leave(_ outcome: Outcome) -> Never {
    var outcome = outcome
    outcome.message = outcome.message.map { "ladder: \($0.visibleText)" }
    outcome.leave()
  }

  private func existingDatabase(_ invocation: Invocation) throws -> Stores? {
    try Stores.openExisting(
      in: try dataFolder(invocation.dataFolder))
  }

  private func launchOptions(_ invocation: Invocation) throws -> LaunchOptions {
    var settings = loadSettings()
    let keys = settingsFile.map { settings.readKeys(of: $0) } ?? KeyRemapping()
    return LaunchOptions(
      person: try person(invocation, settings), usualPerson: login,
      dataFolder: try dataFolder(invocation.dataFolder), settingsFile: settingsFile,
      settings: settings, isASCII: invocation.isASCII,
      isColored: !invocation.isColorless && (environment("NO_COLOR") ?? "").isEmpty,
      theme: invocation.theme,
      terminal: TerminalOptions(
        isSynchronized: !invocation.isUnsynchronized,
        usesMouse: !invocation.isMouseless && settings.settings.usesMouse,
        usesKittyKeyboard: !invocation.isKittyless && settings.settings.usesKittyKeyboard,
        framesPerSecond: invocation.framesPerSecond ?? 50),
      keys: keys, recording: invocation.recording)
  }
}
