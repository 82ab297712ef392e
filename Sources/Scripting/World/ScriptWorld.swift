import Clients
import ClientsLive
import Features
import Models
import ReducerRuntime
import SQLite
import Synchronization
import TerminalUI

/// The world a script's app lives in: a database of nobody's, and time, chance and system as the script has them.
@MainActor
public final class ScriptWorld {
  public let database: Database
  public private(set) var program: AppProgram
  public let time: ScriptedTime
  /// The key that counts a rep here.
  public let repKey: Key
  private let makeProgram: () -> AppProgram

  /// - Parameters:
  ///   - setup: What the script begins with.
  ///   - virtual: The time it is played in. The database takes none of it.
  ///   - theme: The theme that was asked for, whatever the script's settings say; `nil` for theirs.
  ///   - beeps: What makes sounds.
  /// - Throws: ``ScriptError`` when the script's database cannot be copied, `DatabaseError` when none can be made.
  public init(
    _ setup: Script.Setup, in virtual: VirtualTime, theme: Theme? = nil,
    beeps: BeepClient = BeepClient { _ in }
  ) throws {
    let person = setup.person ?? .ann
    let stores = try setup.stores(person)
    database = Database(immediate: stores)
    let text = SettingsText(setup.settingsText)
    let settings = KeptSettings(text.settings)
    let keys = KeySettings(text.keyEntries, for: AppTab.keys.rows).remapping
    repKey = keys["rep"]?.first ?? .space

    let time = ScriptedTime(start: setup.clock, seed: setup.seed, on: virtual.clock)
    self.time = time
    var values = DependencyValues()
    time.set(&values)
    values.useDatabase(database, as: person, now: { time.now })
    values.workouts = KeptDrafts().client(values.workouts)
    values.beeps = beeps
    values.notifications = .demo
    values.settings = settings.client
    values.clipboard = .demo
    values.systemInformation = .demo
    let givenName = settings.settings.name
    // A second start goes on with what is random where the first one was, so that no identifier comes twice.
    makeProgram = { [values] in
      let loaded = LoadedSettings(settings: settings.settings, problems: setup.problems)
      let newName = loaded.settings.name == givenName ? nil : loaded.settings.name
      let store = Store<AppTab.State, AppTab.Action>(
        initialState: AppTab.State(name: (newName ?? person).text, settings: loaded),
        reducer: { AppTab() }, withDependencies: { $0 = values }, effectExecutor: virtual.effects)
      var environment = Environment(
        glyphs: setup.isASCII ? .ascii : .unicode, keys: keys, taps: TapMap())
      if let theme { environment.theme = theme }
      return AppProgram(store: store, environment: environment, hasGivenTheme: theme != nil)
    }
    program = makeProgram()
  }

  /// Ends the program as it stands, whatever it is doing, and starts it again with what it has kept.
  func restart() -> AppProgram {
    program = makeProgram()
    return program
  }
}

extension Script.Setup {
  /// Opens the database that it asks for.
  fileprivate func stores(_ person: PersonName) throws -> sending Stores {
    switch database {
    case .empty:
      return try Stores.inMemory()
    case .fixture(let name):
      let stores = try Stores.inMemory()
      try Fixture(named: name).fill(stores, person: person, clock: clock)
      return stores
    case .copy(let path, let line):
      do {
        return try Stores.inMemoryCopy(ofFileAt: path)
      } catch let error as DatabaseError {
        throw ScriptError(line, error.summary)
      }
    }
  }
}

extension PersonName {
  /// Whoever a script trains as that does not say.
  fileprivate static var ann: PersonName {
    guard let name = PersonName("Ann") else { fatalError("a name with letters is a name") }
    return name
  }
}

/// A person's settings, kept as long as a script is played.
final class KeptSettings: Sendable {
  private let kept: Mutex<Settings>

  init(_ settings: Settings) { kept = Mutex(settings) }

  var settings: Settings { kept.withLock(\.self) }

  var client: SettingsClient {
    SettingsClient(save: { settings in self.kept.withLock { $0 = settings } })
  }
}
