import Clients
import ClientsLive
import Features
import Models
import ReducerRuntime
import SQLite
import Scripting
import TerminalHost
import TerminalUI

/// What the app lives in: chosen here, once; no feature asks which world it is in.
struct World {
  var database: Database
  var person: PersonName
  /// Who trains when neither the start nor the settings name anybody, if another.
  var defaultPerson: PersonName?
  /// What was found at the start.
  var settings: LoadedSettings
  /// What reaches beyond the program and its database.
  var live: LiveClients
  /// The page of the workout that is replayed at once, if one is.
  var replay: WorkoutDetail.State?
  /// Time and chance, where the session is written down.
  var time: ScriptedTime?

  /// The app of `person`, whose workouts are kept in the database, on the terminal's own clock.
  ///
  /// - Parameter showsFilms: Whether the person can see films of the exercises.
  @MainActor
  func app(showsFilms: Bool = true) -> StoreOf<AppTab> {
    Store(
      initialState: AppTab.State(
        name: person.text, defaultName: defaultPerson?.text, settings: settings, replay: replay,
        showsFilms: showsFilms)
    ) {
      AppTab()
    } withDependencies: {
      $0.continuousClock = LoopClock()
      $0.beeps = .live
      $0.notifications = .live
      if let time {
        time.set(&$0)
        $0.useDatabase(database, as: person, now: { time.now }, rescue: live.rescue)
      } else {
        $0.useDatabase(database, as: person, heartbeat: Heartbeat(), rescue: live.rescue)
      }
      $0.settings = live.settings
      $0.clipboard = live.clipboard
      $0.systemInformation = live.systemInformation
    }
  }
}

extension LaunchOptions {
  /// The colours and glyphs that were asked for and that the terminal can show.
  @MainActor
  var environment: Environment {
    Environment(
      theme: isColored ? Theme(theme ?? .terminal) : .monochrome,
      glyphs: drawsASCII ? .ascii : .unicode, keys: keys,
      taps: terminal.usesMouse ? TapMap() : nil)
  }

  /// Whether only ASCII is drawn, because it was asked for or nothing else can be shown.
  @MainActor
  var drawsASCII: Bool { isASCII || !TerminalHost.showsUnicode }
}
