import Clients
import ClientsLive
import Features
import Models
import ReducerRuntime
import SQLite
import Scripting
import TerminalHost
import TerminalUI

/// The dependencies of the live app. Only this type selects them.
struct World {
  var database: Database
  var person: PersonName
  /// The person if neither the command line nor the settings have a name, if another.
  var defaultPerson: PersonName?
  /// The settings as loaded at the start.
  var settings: LoadedSettings
  /// The files, the system and the terminal.
  var live: LiveSystem
  /// The challenge to start at once, if any.
  var challenge: Challenge?
  /// The strength session to start at once, if any.
  var session: StrengthStart?
  /// The page of the workout to replay at the start, if any.
  var replay: WorkoutDetail.State?
  /// The clock and the random numbers of a recorded session; `nil` otherwise.
  var time: ScriptedTime?

  /// Returns the store of the app.
  ///
  /// - Parameter showsVideos: Whether animations of the exercises are available.
  @MainActor
  func app(showsVideos: Bool = true) -> StoreOf<AppTab> {
    Store(
      initialState: AppTab.State(
        name: person.text, defaultName: defaultPerson?.text, settings: settings,
        challengeToStart: challenge, sessionToStart: session, replay: replay,
        showsVideos: showsVideos)
    ) {
      AppTab()
    } withDependencies: {
      $0.continuousClock = LoopClock()
      $0.cues = .live
      $0.notifications = .live
      if let time {
        time.setDependencies(in: &$0)
        // A recording plays back without a network, so it has none.
        $0.useDatabase(database, as: person, now: { time.now }, rescue: live.rescue)
      } else {
        $0.useDatabase(database, as: person, heartbeat: Heartbeat(), rescue: live.rescue)
        let outbox = Outbox(database, live.transport)
        $0.leaderboards.addGroups(
          of: live.accounts, database: database, live.transport, outbox: outbox, clock: LoopClock())
        $0.sync = .live(
          live.accounts, database: database, outbox: outbox,
          history: HistorySync(
            live.accounts, database, live.transport, settings: live.settingsFile),
          clock: LoopClock())
      }
      $0.settings = .live(live.settingsFile, loaded: settings.settings, on: database)
      $0.clipboard = live.clipboard
      $0.systemInformation = live.systemInformation
    }
  }
}

extension LaunchOptions {
  /// The drawing environment, with the requested colors and glyphs that the terminal supports.
  @MainActor
  var environment: Environment {
    Environment(
      theme: isColored ? Theme(theme ?? .terminal) : .monochrome,
      glyphs: drawsASCII ? .ascii : .unicode, keys: keys,
      taps: terminal.usesMouse ? TapMap() : nil)
  }

  /// Whether to draw with ASCII characters only, because of an option or because the terminal supports nothing else.
  @MainActor
  var drawsASCII: Bool { isASCII || !TerminalHost.showsUnicode }
}
