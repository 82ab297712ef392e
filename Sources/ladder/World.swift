import Clients
import ClientsLive
import Features
import Models
import ReducerRuntime
import TerminalHost
import TerminalUI

/// What the app lives in: chosen here, once; no feature asks which world it is in.
struct World {
  var database: Database
  var person: PersonName

  /// The app of `person`, whose workouts are kept in the database, on the terminal's own clock.
  @MainActor
  func app() -> StoreOf<AppTab> {
    Store(initialState: AppTab.State(name: person.text)) {
      AppTab()
    } withDependencies: {
      $0.continuousClock = LoopClock()
      $0.beeps = .live
      $0.workouts = .live(database: database, person: person)
      $0.leaderboard = .live(database: database, person: person)
    }
  }
}

extension LaunchOptions {
  /// The colours and glyphs that were asked for and that the terminal can show.
  @MainActor
  var environment: Environment {
    Environment(
      theme: isColored ? Theme(theme) : .monochrome,
      glyphs: isASCII || !TerminalHost.showsUnicode ? .ascii : .unicode, keys: keys,
      taps: terminal.usesMouse ? TapMap() : nil)
  }
}
