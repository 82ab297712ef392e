import Glibc
import PostgreSQL
import Synchronization
import SystemTestSupport
import Testing

/// Tests of sharing connections between threads, and of repeating transactions.
@Suite(.needsPostgreSQL)
struct PoolTests {
  @Test func `a connection is used again`() throws {
    let pool = try TestDatabase.pool()
    let first = try pool.perform { try $0.processID }
    #expect(try pool.perform { try $0.processID } == first)
  }

  @Test func `an error is thrown if all connections of a pool are in use`() throws {
    let pool = try TestDatabase.pool(maxCount: 1, acquireTimeout: .zero)
    try pool.perform { _ in
      let error = #expect(throws: PostgreSQLError.self) { try pool.perform { _ in } }
      #expect(error?.reason == .poolExhausted)
    }
    try pool.perform { _ in }
  }

  @Test func `a thread waits until a connection is free`() async throws {
    let pool = try TestDatabase.pool(maxCount: 1)
    let processes = try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<4 { group.addTask { try pool.perform { try $0.processID } } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(processes.count == 1)
  }

  @Test(arguments: ["40001", "40P01"])
  func `a transaction is repeated after a conflict`(code: String) throws {
    var attempts = 0
    let pool = try TestDatabase.pool()
    let result = try pool.perform { connection in
      attempts += 1
      return try connection.transaction {
        if attempts < 3 { try connection.fail(with: code) }
        return attempts
      }
    }
    #expect(result == 3)
  }

  @Test func `a transaction with conflicts is not repeated forever`() throws {
    var attempts = 0
    let pool = try TestDatabase.pool()
    let error = #expect(throws: PostgreSQLError.self) {
      try pool.perform { connection in
        attempts += 1
        try connection.fail(with: "40001")
      }
    }
    #expect(error?.reason == .conflict)
    #expect(attempts == Pool.maxAttempts)
  }

  @Test func `two transactions that wait for each other both succeed`() async throws {
    let schema = try TestSchema()
    let setUp = try schema.connect()
    try setUp.run("CREATE TABLE deadlocks (n bigint PRIMARY KEY, value bigint)")
    try setUp.run("INSERT INTO deadlocks VALUES (1, 0), (2, 0)")
    let pool = try TestDatabase.pool(schema.address)
    // On its first attempt, each transaction locks one row before it requests the row that the other one locked.
    let meeting = Meeting(count: 2)
    try await withThrowingTaskGroup { group in
      for rows in [[1, 2], [2, 1]] as [[Int64]] {
        group.addTask {
          try await onThread {
            var isFirst = true
            try pool.perform { connection in
              try connection.transaction {
                try connection.run(
                  "UPDATE deadlocks SET value = value + 1 WHERE n = $1", .integer(rows[0]))
                if isFirst { meeting.wait() }
                isFirst = false
                try connection.run(
                  "UPDATE deadlocks SET value = value + 1 WHERE n = $1", .integer(rows[1]))
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let values = try setUp.run("SELECT value FROM deadlocks").all { try $0.integer("value") }
    #expect(values == [2, 2])
  }

  @Test func `a connection that was lost while idle is replaced`() throws {
    let pool = try TestDatabase.pool()
    let lost = try pool.perform { try $0.processID }
    try TestDatabase.connect().terminate(lost)
    #expect(try pool.perform { try $0.processID } != lost)
  }

  @Test func `a transaction is repeated if its connection is lost before the end`() throws {
    let pool = try TestDatabase.pool()
    let killer = try TestDatabase.connect()
    var attempts = 0
    let result = try pool.perform { connection in
      attempts += 1
      return try connection.transaction {
        if attempts == 1 { try killer.terminate(connection.processID) }
        return try connection.run("SELECT 7 AS n").first { try $0.integer("n") }
      }
    }
    #expect(result == 7)
    #expect(attempts == 2)
  }

  @Test func `a server that restarts is used again`() throws {
    let cluster = PostgreSQLCluster()
    let pool = try TestDatabase.pool(Address(parsing: cluster.url()))
    try pool.perform { try $0.run("CREATE TABLE notes (n bigint)") }
    cluster.restart()
    try pool.perform { try $0.run("INSERT INTO notes VALUES (1)") }
    #expect(
      try pool.perform { try $0.run("SELECT n FROM notes").all { try $0.integer("n") } } == [1])
  }

  @Test func `a transaction is not repeated after other errors`() throws {
    var attempts = 0
    let pool = try TestDatabase.pool()
    #expect(throws: PostgreSQLError.self) {
      try pool.perform { connection in
        attempts += 1
        try connection.run("SELECT 1 / 0")
      }
    }
    #expect(attempts == 1)
  }
}

extension PostgreSQLConnection {
  /// Makes the server report an error with `code`.
  fileprivate func fail(with code: String) throws {
    switch code {
    case "40P01": try run("DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$")
    default: try run("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$")
    }
  }
}

/// A barrier where threads wait for each other.
private final class Meeting: Sendable {
  private let missing: Mutex<Int>

  init(count: Int) { missing = Mutex(count) }

  func wait() {
    missing.withLock { $0 -= 1 }
    while missing.withLock({ $0 > 0 }) { sched_yield() }
  }
}

/// Tests of notifications.
@Suite(.needsPostgreSQL)
struct ListenerTests {
  @Test func `notifications arrive in order`() async throws {
    let (events, continuation) = AsyncStream<Listener.Event>.makeStream()
    let listener = try Listener(TestDatabase.address, listen: "LISTEN order_of_notes") {
      continuation.yield($0)
    }
    let connection = try TestDatabase.connect()
    for text in ["one", "two"] {
      try connection.run("SELECT pg_notify('order_of_notes', $1)", .text(text))
    }
    var received: [Listener.Event] = []
    for await event in events {
      received.append(event)
      if received.count == 2 { break }
    }
    #expect(received == [.notification(payload: "one"), .notification(payload: "two")])
    withExtendedLifetime(listener) {}
  }

  @Test func `a listener reports a reconnection and listens again`() async throws {
    let (events, continuation) = AsyncStream<Listener.Event>.makeStream()
    let listener = try Listener(TestDatabase.address, listen: "LISTEN lost_notes") {
      continuation.yield($0)
    }
    let connection = try TestDatabase.connect()
    #expect(listener.connectionNumber == 1)
    let process = try connection.run(
      "SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN lost_notes'"
    ).first { try $0.integer("pid") }
    try connection.terminate(#require(process))
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .reconnection)
    #expect(listener.connectionNumber == 2)
    try connection.run("SELECT pg_notify('lost_notes', 'again')")
    #expect(await iterator.next() == .notification(payload: "again"))
    withExtendedLifetime(listener) {}
  }
}
