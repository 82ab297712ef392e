import Clients
import ClientsLive
import Features
import Models
import ReducerRuntime
import TerminalUI

/// The world a script's app lives in: a database of nobody's, and time, chance and system as the script has them.
@MainActor
public struct ScriptWorld {
  public let database: Database
  public let program: AppProgram
  public let time: ScriptedTime
  /// The key that counts a rep here.
  public let repKey: Key

  /// - Parameters:
  ///   - setup: What the script begins with.
  ///   - virtual: The time it is played in. The database takes none of it.
  ///   - beeps: What makes sounds.
  /// - Throws: ``ScriptError`` when the script's database cannot be copied, `DatabaseError` when none can be made.
  public init(
    _ setup: Script.Setup, in virtual: VirtualTime, beeps: BeepClient = BeepClient { _ in }
  ) throws {
    let person = setup.person ?? .ann
    let connection = try setup.connection(person)
    database = Database(immediate: connection)
    let settings = LoadedSettings(
      settings: SettingsText(setup.settingsText).settings, problems: setup.problems)
    let keys = setup.keys
    repKey = keys["rep"]?.first ?? .space

    let time = ScriptedTime(start: setup.clock, seed: setup.seed, on: virtual.clock)
    self.time = time
    let database = database
    let store = Store<AppTab.State, AppTab.Action>(
      initialState: AppTab.State(name: person.text, settings: settings),
      reducer: { AppTab() },
      withDependencies: {
        time.set(&$0)
        $0.use(database, as: person, now: { time.now })
        $0.beeps = beeps
        $0.notifications = .demo
        $0.settings = .demo
        $0.clipboard = .demo
        $0.systemInformation = .demo
      }, effectExecutor: virtual.effects)
    program = AppProgram(
      store: store,
      environment: Environment(
        glyphs: setup.isASCII ? .ascii : .unicode, keys: keys, taps: TapMap()))
  }
}

extension Script.Setup {
  /// The keys that its settings choose.
  fileprivate var keys: KeyRemapping {
    let lines = settings.enumerated().map {
      SettingLine(line: $0 + 1, name: $1.key, value: $1.value)
    }
    guard lines.contains(where: { $0.name.hasPrefix(KeySettings.prefix) }) else {
      return KeyRemapping()
    }
    return KeySettings(lines, for: AppTab.keys.rows).remapping
  }

  /// Opens the database that it asks for.
  fileprivate func connection(_ person: PersonName) throws -> sending Connection {
    switch database {
    case .empty:
      return try Connection.inMemory()
    case .fixture(let name):
      let connection = try Connection.inMemory()
      try Fixture(named: name).fill(connection, person: person, clock: clock)
      return connection
    case .copy(let path, let line):
      do {
        return try Connection.copy(ofFileAt: path)
      } catch let error as DatabaseError {
        throw ScriptError(line, error.happened)
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
