import Clients
import ClientsLive
import FoundationEssentials
import Models
import SQLite

/// The reason why no workouts can be saved: one sentence for a person.
package struct SeedError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// `ladder-bench seed`: makes a database as a gym would have it after ten years, or adds to one.
package struct SeedCommand {
  package static let word = "seed"

  private var seeder = Seeder(workouts: 0, people: 100)
  private var place: Place?
  private var appends = false

  private enum Place {
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
  /// - Throws: ``SeedError`` for a word that is not an option or its value.
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
        appends = true
        // Other programs wait for each transaction.
        seeder.batch = 1000
      case "--data":
        guard let folder = words.popFirst() else { throw SeedError("--data needs a FOLDER") }
        place = .folder(DataFolder(path: folder))
      case _ where word.hasPrefix("-") || place != nil:
        throw SeedError("seed has no use for '\(word)'\n\(Self.usage)")
      default:
        place = .file(word)
      }
    }
    guard place != nil, seeder.workouts > 0 else { throw SeedError(Self.usage) }
  }

  /// Makes the database.
  ///
  /// - Returns: A line with the numbers and the time.
  /// - Throws: ``SeedError`` and `DatabaseError`.
  package func run() throws -> String {
    guard let place else { throw SeedError(Self.usage) }
    let isThere = FileManager.default.fileExists(atPath: place.path)
    guard isThere == appends else {
      throw SeedError(
        isThere
          ? "\(place.path) is there already: remove it, or add to it with --append"
          : "there is no \(place.path) to --append to")
    }
    let start = ContinuousClock.now
    let stores = try open(place)
    defer { stores.close() }
    // A new file that is lost is made again; one that people use is written as they write it.
    if !appends { try stores.connection.disableSync() }
    try seeder.fill(stores)
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    return
      "\(seeder.workouts) workouts of \(seeder.people) people in \(place.path), in \(seconds) s"
  }

  private func open(_ place: Place) throws -> Stores {
    switch place {
    case .folder(let folder): try Stores.open(in: folder, busyTimeout: .seconds(60))
    case .file(let path): try Self.openFile(path)
    }
  }

  private static func openFile(_ path: String) throws -> Stores {
    guard
      FileManager.default.fileExists(atPath: path)
        || FileManager.default.createFile(atPath: path, contents: nil)
    else { throw SeedError("\(path) cannot be made") }
    return Stores(try .open(path, as: .ladder, busyTimeout: .seconds(60)))
  }

  private static func number(
    _ option: String, _ words: inout ArraySlice<String>
  ) throws(SeedError) -> Int {
    guard let number = words.popFirst().flatMap({ Int($0) }), number > 0 else {
      throw SeedError("\(option) needs a number from 1 on")
    }
    return number
  }

  private static func endOfDay(
    _ option: String, _ words: inout ArraySlice<String>
  ) throws(SeedError) -> Date {
    guard let day = words.popFirst().flatMap({ Date(iso8601: "\($0)T00:00:00Z") }) else {
      throw SeedError("\(option) needs a day, as 2026-03-01")
    }
    return day.addingTimeInterval(86_400)
  }

  private static let usage = """
    Usage: ladder-bench seed --workouts N [--people M] [OPTIONS] FILE | --data FOLDER

      --people M        how many people did them (100)
      --seed S          other workouts (1)
      --until DAY       the last day on which something was done (2026-03-01)
      --append          into a database that is there, as another program would: while Ladder runs
      --batch N         so many workouts in one transaction (100000, or 1000 behind --append)
    """
}
