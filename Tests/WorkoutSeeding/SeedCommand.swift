import Clients
import ClientsLive
import FoundationEssentials
import Models
import SQLite

/// An error of the seeder: one sentence for the user.
package struct SeedError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// `ladder-bench seed`: creates a database like that of a gym after ten years, or adds workouts to an existing one.
package struct SeedCommand {
  package static let name = "seed"

  private var seeder = Seeder(workouts: 0, people: 100)
  private var destination: Destination?
  private var isAppending = false

  private enum Destination {
    case file(String)
    case folder(DataFolder)

    var path: String {
      switch self {
      case .file(let path): path
      case .folder(let folder): folder.databasePath
      }
    }
  }

  /// Creates a command from the words after `seed`.
  ///
  /// - Throws: ``SeedError`` for an unknown option or an invalid value.
  package init(_ words: some Sequence<String>) throws(SeedError) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "--workouts": seeder.workouts = try Self.number(word, &words)
      case "--people": seeder.people = try Self.number(word, &words)
      case "--seed": seeder.seed = UInt64(try Self.number(word, &words))
      case "--batch": seeder.batch = try Self.number(word, &words)
      case "--until": seeder.end = try Self.endOfDay(word, &words)
      case "--append":
        isAppending = true
        // Short transactions, because other processes wait for each.
        seeder.batch = 1000
      case "--data":
        guard let folder = words.popFirst() else { throw SeedError("--data needs a FOLDER") }
        destination = .folder(DataFolder(path: folder))
      case _ where word.hasPrefix("-") || destination != nil:
        throw SeedError("unknown option '\(word)' of seed\n\(Self.usage)")
      default:
        destination = .file(word)
      }
    }
    guard destination != nil, seeder.workouts > 0 else { throw SeedError(Self.usage) }
  }

  /// Fills the database.
  ///
  /// - Returns: A line with the numbers of workouts and people and the time.
  /// - Throws: ``SeedError`` and `DatabaseError`.
  package func run() throws -> String {
    guard let destination else { throw SeedError(Self.usage) }
    let fileExists = FileManager.default.fileExists(atPath: destination.path)
    guard fileExists == isAppending else {
      throw SeedError(
        fileExists
          ? "\(destination.path) already exists: remove it, or add to it with --append"
          : "\(destination.path) does not exist; omit --append to create it")
    }
    let start = ContinuousClock.now
    let stores = try open(destination)
    defer { stores.close() }
    // A new file can be recreated, so writes don't wait for the disk. An existing file is synced, like in the app.
    if !isAppending { try stores.disableSync() }
    try seeder.fill(stores)
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    return
      "\(seeder.workouts) workouts of \(seeder.people) people in \(destination.path), in \(seconds) s"
  }

  private func open(_ destination: Destination) throws -> Connection {
    switch destination {
    case .folder(let folder): try Connection.open(in: folder, busyTimeout: .seconds(60))
    case .file(let path): try Self.openFile(path)
    }
  }

  private static func openFile(_ path: String) throws -> Connection {
    guard
      FileManager.default.fileExists(atPath: path)
        || FileManager.default.createFile(atPath: path, contents: nil)
    else { throw SeedError("\(path) cannot be created") }
    return try Connection.open(path, as: .ladder, busyTimeout: .seconds(60))
  }

  private static func number(
    _ option: String, _ words: inout ArraySlice<String>
  ) throws(SeedError) -> Int {
    guard let number = words.popFirst().flatMap({ Int($0) }), number > 0 else {
      throw SeedError("\(option) needs a whole number, at least 1")
    }
    return number
  }

  private static func endOfDay(
    _ option: String, _ words: inout ArraySlice<String>
  ) throws(SeedError) -> Date {
    guard let day = words.popFirst().flatMap({ Date(iso8601: "\($0)T00:00:00Z") }) else {
      throw SeedError("\(option) needs a day such as 2026-03-01")
    }
    return day.addingTimeInterval(86_400)
  }

  private static let usage = """
    Usage: ladder-bench seed --workouts N [--people M] [OPTIONS] FILE | --data FOLDER

      --people M        how many people did them (100)
      --seed S          the seed of the random numbers (1)
      --until DAY       the last day on which something was done (2026-03-01)
      --append          add to an existing database, while Ladder may be running
      --batch N         the workouts in one transaction (100000, or 1000 after --append)
    """
}
