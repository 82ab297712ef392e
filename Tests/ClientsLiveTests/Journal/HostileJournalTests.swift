import FoundationEssentials
import HTTPClient
import Models
import SQLite
import ServerAPI
import Synchronization
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of synchronizations with servers that try to keep a machine busy, or to fill its disk.
struct HostileJournalTests {
  private let machine: TestMachine
  private let key = JournalKey()

  init() throws { machine = try TestMachine() }

  /// A server whose pages a test creates.
  private final class Server: JournalServer {
    private let page: @Sendable (_ number: Int) throws -> JournalPage
    private let count = Mutex(0)

    init(page: @escaping @Sendable (_ number: Int) throws -> JournalPage) { self.page = page }

    /// The number of pages that were requested.
    var pageCount: Int { count.withLock { $0 } }

    func journalPage(after end: String?) async throws -> JournalPage {
      try page(
        count.withLock { count in
          count += 1
          return count
        })
    }

    func upload(_ upload: JournalUpload) async throws -> JournalUploadResult {
      JournalUploadResult(recorded: upload.entries.count)
    }

    func changeKey(_ change: JournalKeyChange) async throws {}
  }

  private static func unreadableEntry() -> JournalEntry {
    JournalEntry(id: UUID(), data: Data([1, 2, 3]))
  }

  /// The number of rows written so far.
  private var changeCount: Int64 {
    get async throws {
      try await machine.database.run {
        try $0.first("SELECT total_changes()") { $0.integer(0) } ?? 0
      }
    }
  }

  @Test func `an empty page that is not the last is refused`() async throws {
    let server = Server { JournalPage(key: nil, entries: [], next: "\($0)", isLast: false) }
    await #expect(throws: SynchronizationError.invalidResponse) {
      try await machine.sync(with: server, key: key)
    }
    #expect(server.pageCount == 1)
  }

  @Test func `a journal without an end is refused after a thousand pages`() async throws {
    let server = Server {
      JournalPage(key: nil, entries: [Self.unreadableEntry()], next: "\($0)", isLast: false)
    }
    let error = await #expect(throws: SynchronizationError.self) {
      try await machine.sync(with: server, key: key)
    }
    #expect(
      error?.sentence == "your history on the server has more than 1000 pages; "
        + "run \"ladder sync\" again to continue, or tell the server's operator")
    #expect(server.pageCount == 1000)
  }

  @Test func `nothing is written for entries that cannot be read`() async throws {
    func changes(inPages count: Int) async throws -> Int64 {
      let server = Server {
        JournalPage(
          key: nil, entries: [Self.unreadableEntry()], next: "\($0)", isLast: $0 == count)
      }
      let before = try await changeCount
      #expect(try await machine.sync(with: server, key: key).unreadableCount == count)
      return try await changeCount - before
    }
    _ = try await changes(inPages: 1)
    #expect(try await changes(inPages: 2) == changes(inPages: 100))
  }

  @Test(arguments: [true, false])
  func `a cursor that is too long is not stored`(isLast: Bool) async throws {
    let server = Server { _ in
      JournalPage(
        key: nil, entries: [Self.unreadableEntry()], next: String(repeating: "x", count: 201),
        isLast: isLast)
    }
    await #expect(throws: SynchronizationError.invalidResponse) {
      try await machine.sync(with: server, key: key)
    }
    #expect(try await machine.database.run { try $0.journal.serverState()?.cursor } == nil)
  }

  @Test func `a server that accepts no cursor is reported in one line`() async throws {
    let server = Server { _ in throw SynchronizationError.unknownCursor }
    let error = await #expect(throws: SynchronizationError.self) {
      try await machine.sync(with: server, key: key)
    }
    #expect(
      error?.sentence
        == "the server does not know how far this machine has read your history; tell the server's operator"
    )
    #expect(server.pageCount == 1)
  }

  @Test func `requests stop if a server keeps returning to a former key`() async throws {
    let former = JournalKey()
    let server = Server { JournalPage(key: former.id, entries: [], next: "\($0)", isLast: true) }
    await #expect(throws: SynchronizationError.invalidResponse) {
      try await machine.sync(with: server, key: key, formerKeys: [former])
    }
    #expect(server.pageCount == 10)
  }

  @Test(arguments: [
    (
      "unknown-cursor",
      "the server does not know how far this machine has read your history; tell the server's operator"
    ),
    (
      "other-key",
      "your history on the server is encrypted with the key of another machine; run \"ladder sync\" "
        + "and \"ladder sync words\" there, then type the words in \"ladder sync key\" here"
    ),
  ])
  func `a server that always answers with an error code is reported in one line`(
    code: String, sentence: String
  ) async throws {
    let body = Data(#"{"error":"no","code":"\#(code)"}"#.utf8)
    let transport = Transport(send: { _ in HTTPResponse(status: 409, body: body) })
    let account = StoredAccount(
      id: JoinedGroup.ID(rawValue: "club"), server: .example, token: "t", member: "Ann",
      groupID: "club", groupName: "Club", person: .sample("Ann"))
    let folder = TestFolder()
    let file = AccountFile(in: folder.data)
    try file.update { $0.append(account) }
    let history = HistorySync(file, machine.database, transport, settings: nil)
    let calls: [() async throws -> Void] = [
      { _ = try await history.run(account) },
      { _ = try await history.key(of: account) },
      { _ = try await history.changeKey(account) },
      { [key] in _ = try await history.useKey(key, of: account) },
    ]
    for call in calls {
      let error = await #expect(throws: SynchronizationError.self) { try await call() }
      #expect(error?.sentence == sentence)
    }
  }
}
