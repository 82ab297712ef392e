import AppFeatures
import Clients
import ClientsLive
import CommandLineInterface
import Files
import FoundationEssentials
import Glibc
import Models
import ReducerRuntime
import SQLite
import Scripting
import TerminalHost
import TerminalUI

/// The dependencies of the live app. Only this type selects them.
struct World {
  let options: LaunchOptions
  let database: Database
  /// The clock and the random numbers of a recorded session; `nil` otherwise.
  let time: ScriptedTime?

  /// Creates the dependencies of an app with an open database.
  ///
  /// - Throws: `ThreadError`.
  init(_ options: LaunchOptions, _ stores: sending Connection, time: ScriptedTime? = nil) throws {
    stores.unfinished.removeAbandonedHeartbeats()
    self.options = options
    self.time = time
    database = try Database(stores)
  }

  /// Returns the store of the app.
  ///
  /// - Parameter showsVideos: Whether animations of the exercises are available.
  @MainActor
  func app(showsVideos: Bool = true) -> StoreOf<AppTab> {
    Store(
      initialState: AppTab.State(
        name: options.person.text, defaultName: options.defaultPerson.text,
        settings: options.settings, challengeToStart: options.challenge,
        workoutToStart: options.workout, replay: options.replay, showsVideos: showsVideos)
    ) {
      AppTab()
    } withDependencies: {
      $0.continuousClock = LoopClock()
      $0.defaultAppStorage =
        time == nil ? FileAppStorage(URL(filePath: options.dataFolder.screensPath)) : .inMemory
      $0.cues = .live(options.dataFolder, database)
      $0.notifications = .live
      if let time {
        time.setDependencies(in: &$0)
        // There is no network, because a recording is played without one.
        $0.useDatabase(
          database, as: options.person, now: { time.now }, rescue: options.rescue)
      } else {
        $0.useDatabase(
          database, as: options.person, heartbeat: Heartbeat(), rescue: options.rescue,
          programs: options.settingsFile.map { ProgramFile(nextTo: $0) })
        let accounts = AccountFile(in: options.dataFolder)
        let transport = Transport(environment: CommandLineTool.variable)
        let outbox = Outbox(database, transport)
        $0.leaderboards.addGroups(
          of: accounts, database: database, transport, outbox: outbox, clock: LoopClock())
        $0.races = .live(accounts, database: database, transport, clock: LoopClock())
        $0.sync = .live(
          accounts, database: database, outbox: outbox,
          history: HistorySync(accounts, database, transport, settings: options.settingsFile),
          clock: LoopClock())
      }
      $0.settings = .live(
        options.settingsFile, loaded: options.settings.settings, on: database)
      $0.clipboard = ClipboardClient(send: { text in await TerminalHost.sendToClipboard(text) })
      $0.pictures = .live(on: database)
      $0.systemInformation = .live(
        version: Build.current.text, dataFolder: options.dataFolder,
        settingsFile: options.settingsFile,
        environment: CommandLineTool.variable)
    }
  }
}

extension LaunchOptions {
  /// Opens the database, in which days begin as in the settings, and creates it if it is missing.
  func openDatabase() throws -> sending Connection {
    let connection = try Connection.open(in: dataFolder)
    try connection.setDayStart(settings.settings.dayStart)
    return connection
  }

  /// The folder for workouts that can't be saved in the database; `nil` if there is none.
  var rescue: RescueFolder? { RescueFolder(nextTo: settingsFile, for: dataFolder) }

  /// The drawing environment, with the requested colors and glyphs that the terminal supports.
  @MainActor
  var environment: Environment {
    Environment(
      theme: isColored ? Theme(theme ?? .terminal) : .monochrome,
      glyphs: drawsASCII ? .ascii : TerminalHost.shows256Colors ? .unicodeWithShades : .unicode,
      keys: keys, taps: terminal.usesMouse ? TapMap() : nil)
  }

  /// Whether to draw with ASCII characters only, because of an option or because the terminal supports nothing else.
  @MainActor
  var drawsASCII: Bool { isASCII || !TerminalHost.showsUnicode }
}

// MARK: - Clients of the terminal

extension CueClient {
  /// Returns a client that rings the terminal's bell and runs the commands of the person's settings.
  ///
  /// - Parameters:
  ///   - folder: The folder for sound files.
  ///   - database: Its thread writes the files.
  static func live(_ folder: DataFolder, _ database: Database) -> CueClient {
    CueClient(
      ring: { cue in await ring(cue) },
      run: { arguments in
        let reason: String
        switch await ProgramRunner.shared.run(arguments) {
        case .exited(0), .dropped: return
        case .exited(let code): reason = "it exited with code \(code)"
        case .signaled(let signal): reason = "it was killed by signal \(signal)"
        case .tookTooLong:
          reason = "it took more than \(ProgramRunner.timeLimit.components.seconds) seconds"
        case .failed(let code): reason = String(cString: strerror(code))
        }
        throw CueError(.program(arguments.first ?? ""), reason: reason)
      },
      programs: { CueProgram.allCases.filter { isInstalled($0.rawValue) } },
      saveSound: { cue in
        let path = folder.path + "/" + cue.soundPath
        let code = await database.runWithoutConnection {
          replaceFile(at: path, with: cue.soundFile)
        }
        guard code == 0 else { throw CueError(.file(path), reason: systemErrorMessage(code)) }
        return realPath(path) ?? path
      })
  }

  /// A client that rings the terminal's bell and runs nothing, for scripts.
  static let bell = CueClient(
    ring: { cue in await ring(cue) }, run: silent.run, programs: silent.programs,
    saveSound: silent.saveSound)

  /// Returns whether a program is in a folder of the search path.
  private static func isInstalled(_ program: String) -> Bool {
    guard let path = getenv("PATH").map({ String(cString: $0) }) else { return false }
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Rings with pauses, because terminals merge bells that follow each other immediately.
  private static func ring(_ cue: Cue) async {
    for index in 0..<cue.bellCount {
      if index > 0 {
        // `sleep` throws if the effect is cancelled.
        do { try await LoopClock().sleep(for: .milliseconds(140)) } catch { return }
      }
      await TerminalHost.ring()
    }
  }
}

extension NotificationsClient {
  /// A client that sends notifications to the terminal, which shows them if it supports the sequence.
  static let live = NotificationsClient { text, form in
    switch form {
    case .off: break
    case .osc9: await TerminalHost.notify(text, as: .osc9)
    case .osc777: await TerminalHost.notify(text, as: .osc777(title: "Ladder"))
    }
  }
}
