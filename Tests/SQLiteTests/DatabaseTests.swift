import Glibc
import SystemTestSupport
import Testing

@testable import SQLite

struct DatabaseTests {
  private let folder = TestFolder()

  @Test func `all work runs on one thread`() async throws {
    let database = try Database(folder.open())
    let first = try await database.run { _ in pthread_self() }
    let threads = try await withThrowingTaskGroup(of: pthread_t.self) { group in
      for _ in 0..<50 { group.addTask { try await database.run { _ in pthread_self() } } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(threads == [first])
    let mainThread = await MainActor.run { pthread_self() }
    #expect(first != mainThread)
  }

  /// The thread that enqueues a job may still be using the job queue when the job is done and the database is released.
  @Test func `a database may be released right after its last request`() async throws {
    for _ in 0..<200 {
      let database = try Database(folder.open())
      _ = try await database.run { _ in }
      _ = try await database.run { _ in }
    }
  }

  @Test func `signals are blocked on the database thread`() async throws {
    let database = try makeDatabaseWithoutBlockedSignals()
    let isBlocked = try await database.run { _ in
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return sigismember(&mask, SIGWINCH) == 1 && sigismember(&mask, SIGTERM) == 1
    }
    #expect(isBlocked)
  }

  /// Creates a database on a thread that blocks no signals.
  ///
  /// Tests run on threads of a pool, which may already block signals, and new threads inherit the mask.
  private func makeDatabaseWithoutBlockedSignals() throws -> Database {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try Database(folder.open())
  }

  @Test func `errors reach the caller`() async throws {
    let database = try Database(folder.open())
    await database.close()
    await #expect(throws: DatabaseError.self) {
      try await database.run { try $0.notes() }
    }
  }

  @Test func `writing to a read-only database throws`() async throws {
    let database = try Database(folder.open())
    try await database.setWritable(false)
    let error = await #expect(throws: DatabaseError.self) {
      try await database.run { try $0.add("one") }
    }
    #expect(error?.reason == .readOnly)
    try await database.setWritable(true)
    #expect(
      try await database.run {
        try $0.add("two"); return try $0.notes()
      } == ["two"])
  }
}
