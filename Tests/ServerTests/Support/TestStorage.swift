import PostgreSQL
import Synchronization
import SystemTestSupport
import Testing

@testable import Server

/// A kind of database. Tests of `Storage` run with each of ``all``.
enum TestStorage: String, CustomTestStringConvertible {
  case sqlite, postgreSQL

  /// The kinds whose external programs are installed.
  static let all: [TestStorage] =
    PostgreSQLCluster.isInstalled && Address.isSupported ? [.sqlite, .postgreSQL] : [.sqlite]

  var testDescription: String { rawValue }

  /// Returns the initially empty storage of a folder. It is deleted with the folder or at the end of the process.
  func make(in folder: TestFolder) throws -> Storage {
    switch self {
    case .sqlite: try Storage(folder: folder.path)
    case .postgreSQL: try Storage(url: TestSchema(in: folder).url)
    }
  }
}

/// A database whose requests wait while a test blocks it.
final class BlockingDatabase: StorageDatabase {
  private let database: any StorageDatabase
  private let gate = Mutex<(gate: DispatchGate?, count: Int)>((nil, 0))
  private let waiting = Mutex(0)

  init(_ database: any StorageDatabase) { self.database = database }

  /// The number of waiting requests.
  var waitingCount: Int { waiting.withLock { $0 } }

  /// Makes requests wait until ``unblock()``.
  func block(_ count: Int = .max) { gate.withLock { $0 = (DispatchGate(), count) } }

  func unblock() {
    gate.withLock { gate in
      gate.gate?.open()
      gate = (nil, 0)
    }
  }

  private func wait() {
    let gate = gate.withLock { gate in
      guard gate.count > 0 else { return nil as DispatchGate? }
      gate.count -= 1
      return gate.gate
    }
    guard let gate else { return }
    waiting.withLock { $0 += 1 }
    gate.wait()
    waiting.withLock { $0 -= 1 }
  }

  func read<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    wait()
    return try database.read(body)
  }

  func snapshot<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    wait()
    return try database.snapshot(body)
  }

  func write<Result>(
    _ kind: WriteKind, _ body: (any StorageConnection, inout Set<StorageChange>) throws -> Result
  ) throws -> Result {
    wait()
    return try database.write(kind, body)
  }

  func mergeSomeScoreChanges(of boards: Set<Int64>) { database.mergeSomeScoreChanges(of: boards) }

  func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    database.observeChanges(handler)
  }

  func reportOthersChanges() throws {
    wait()
    try database.reportOthersChanges()
  }

  /// Returns a constant, because no other process changes the database.
  func epoch() -> Int? { 1 }
}

/// A database that counts the requests to another database.
final class RequestCounter: StorageDatabase {
  private let database: any StorageDatabase
  private let requests = Mutex(0)

  init(_ database: any StorageDatabase) { self.database = database }

  var count: Int { requests.withLock { $0 } }

  func read<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    requests.withLock { $0 += 1 }
    return try database.read(body)
  }

  func snapshot<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    requests.withLock { $0 += 1 }
    return try database.snapshot(body)
  }

  func write<Result>(
    _ kind: WriteKind, _ body: (any StorageConnection, inout Set<StorageChange>) throws -> Result
  ) throws -> Result {
    requests.withLock { $0 += 1 }
    return try database.write(kind, body)
  }

  func mergeSomeScoreChanges(of boards: Set<Int64>) { database.mergeSomeScoreChanges(of: boards) }

  func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    database.observeChanges(handler)
  }

  func reportOthersChanges() throws { try database.reportOthersChanges() }

  func epoch() -> Int? { database.epoch() }
}
