import AppFeatures
import Clients
import ClientsLive
import Models
import ReducerRuntime
import SQLite
import Synchronization
import TerminalUI

/// The environment of a script's app: an isolated database, and deterministic time, random numbers and system
/// information.
@MainActor
public final class ScriptWorld {
  public let database: Database
  public private(set) var program: AppProgram
  public let time: ScriptedTime
  /// The key that counts a rep.
  public let repKey: Key
  /// The groups that the user has joined, if any.
  let groups: ScriptedGroups?
  private let makeProgram: () -> AppProgram

  /// Creates a world.
  ///
  /// - Parameters:
  ///   - setup: The initial conditions.
  ///   - virtual: The virtual time. Database operations take no virtual time.
  ///   - theme: The theme from the command line, which overrides the script's settings; `nil` to use the settings.
  ///   - cues: Makes cues audible.
  /// - Throws: ``ScriptError`` if the script's database cannot be copied, `DatabaseError` if creating one fails.
  public init(
    _ setup: Script.Setup, in virtual: VirtualTime, theme: Theme? = nil,
    cues: CueClient = .silent
  ) throws {
    let person = setup.person ?? .ann
    let stores = try setup.stores(person)
    let text = SettingsText(setup.settingsText)
    try stores.setDayStart(text.settings.dayStart)
    database = Database(immediate: stores)
    let settings = InMemorySettings(text.settings)
    let keys = KeySettings(text.keyEntries, for: AppTab.keys.rows).remapping
    repKey = keys["rep"]?.first ?? .space

    let time = ScriptedTime(start: setup.clock, seed: setup.seed, on: virtual.clock)
    self.time = time
    var values = DependencyValues()
    time.setDependencies(in: &values)
    values.useDatabase(database, as: person, now: { time.now })
    groups =
      setup.groups.isEmpty
      ? nil
      : try ScriptedGroups(
        setup.groups, person: person, fixture: Fixture(named: "gym"), clock: setup.clock,
        now: { time.now })
    if let groups {
      values.leaderboards.add({ groups.groups }, client: groups.client(of:))
      values.races = ScriptedRaces(setup, groups, person: person, time).client
    }
    values.workouts = InMemoryDrafts().client(values.workouts)
    values.setDemoClients()
    values.cues = cues
    values.settings = settings.client(on: database)
    let initialName = settings.settings.name
    // Restarts continue the sequence of random numbers, so that identifiers stay unique.
    makeProgram = { [values] in
      let loaded = LoadedSettings(settings: settings.settings, problems: setup.problems)
      let newName = loaded.settings.name == initialName ? nil : loaded.settings.name
      let store = Store<AppTab.State, AppTab.Action>(
        initialState: AppTab.State(name: (newName ?? person).text, settings: loaded),
        reducer: { AppTab() }, withDependencies: { $0 = values }, effectExecutor: virtual.effects)
      var environment = Environment(
        glyphs: setup.isASCII ? .ascii : .unicodeWithShades, keys: keys, taps: TapMap())
      if let theme { environment.theme = theme }
      return AppProgram(store: store, environment: environment, hasThemeOverride: theme != nil)
    }
    program = makeProgram()
  }

  /// Ends the program immediately, and starts it again with the saved data.
  func restart() -> AppProgram {
    program = makeProgram()
    return program
  }
}

extension Script.Setup {
  /// Opens the database of the setup.
  fileprivate func stores(_ person: PersonName) throws -> sending Connection {
    switch database {
    case .empty:
      return try Connection.inMemory()
    case .fixture(let name):
      let stores = try Connection.inMemory()
      try Fixture(named: name).fill(stores, person: person, clock: clock)
      return stores
    case .copy(let path, let line):
      do {
        return try Connection.inMemoryCopy(ofFileAt: path)
      } catch let error as DatabaseError {
        throw ScriptError(line, error.summary)
      }
    }
  }
}

extension PersonName {
  /// The name of the user if a script sets none.
  fileprivate static var ann: PersonName {
    guard let name = PersonName("Ann") else { fatalError("\"Ann\" is not a valid name") }
    return name
  }
}

/// A user's settings, stored in memory.
final class InMemorySettings: Sendable {
  private let storage: Mutex<Settings>

  init(_ settings: Settings) { storage = Mutex(settings) }

  var settings: Settings { storage.withLock(\.self) }

  /// Returns a client that also sets the beginning of the days in `database`.
  func client(on database: Database) -> SettingsClient {
    SettingsClient(save: { settings in
      try await database.run { try $0.setDayStart(settings.dayStart) }
      self.storage.withLock { $0 = settings }
      return settings
    })
  }
}

// MARK: - Drafts

/// A store of the drafts that a script's database rejected. It replaces the draft files of the real program.
final class InMemoryDrafts: Sendable {
  private let storage = Mutex<[Workout.ID: WorkoutDraft]>([:])

  /// Returns a client that stores drafts here.
  func client(_ client: WorkoutsClient) -> WorkoutsClient {
    var result = client
    result.rescue = { draft in
      self.storage.withLock { $0[draft.id] = draft }
      return "~/.config/ladder/unsaved.json"
    }
    result.finish = { draft in
      let saved = try await client.finish(draft: draft)
      self.remove(draft.id)
      return saved
    }
    result.discard = { id in
      try await client.discard(id: id)
      self.remove(id)
    }
    result.unfinished = {
      for draft in self.storage.withLock({ Array($0.values) }) {
        try await client.checkpoint(draft: draft)
        self.remove(draft.id)
      }
      return try await client.unfinished()
    }
    return result
  }

  private func remove(_ id: Workout.ID) { storage.withLock { $0[id] = nil } }
}
