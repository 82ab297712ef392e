import FoundationEssentials
import ServerAPI
import Synchronization

@testable import ClientsLive

/// An in-memory journal server, which a test can stop, restore from a backup and make hostile.
final class TestJournalServer: JournalServer {
  struct Contents {
    var key: UUID?
    var entries: [JournalEntry] = []
    /// A value that identifies a history of the entries, like the real server's digest.
    var history = UUID()
  }

  struct Unreachable: Error {}

  private struct State {
    var contents = Contents()
    /// The number of requests until the connection breaks, before or after the server has handled the last one.
    var remainingRequests: Int?
    var breaksAfterHandling = false
    var pageSize = 3
    var requestCount = 0
  }

  private let state = Mutex(State())

  var contents: Contents {
    get { state.withLock { $0.contents } }
    set { state.withLock { $0.contents = newValue } }
  }

  var requestCount: Int { state.withLock { $0.requestCount } }

  /// Breaks the connection at a request.
  func breakConnection(atRequest number: Int?, afterHandling: Bool = false) {
    state.withLock {
      $0.remainingRequests = number
      $0.breaksAfterHandling = afterHandling
    }
  }

  /// Returns the server's backup.
  func backup() -> Contents { contents }

  /// Restores the contents of a backup.
  func restore(_ backup: Contents) {
    contents = backup
  }

  private func handle<Result>(_ body: (inout Contents) throws -> Result) throws -> Result {
    try state.withLock { state in
      state.requestCount += 1
      if let remaining = state.remainingRequests {
        state.remainingRequests = remaining - 1
        if remaining == 0 {
          if state.breaksAfterHandling { _ = try body(&state.contents) }
          throw Unreachable()
        }
      }
      return try body(&state.contents)
    }
  }

  func journalPage(after end: String?) async throws -> JournalPage {
    try handle { contents in
      let ids = contents.entries.map(\.id.uuidString)
      var start = 0
      if let end, end != "" {
        guard let index = ids.firstIndex(of: end) else { throw SynchronizationError.unknownCursor }
        start = index + 1
      }
      let page = contents.entries.dropFirst(start).prefix(3)
      return JournalPage(
        key: contents.key, entries: Array(page), next: page.last?.id.uuidString ?? end ?? "",
        isLast: start + page.count == contents.entries.count)
    }
  }

  func upload(_ upload: JournalUpload) async throws -> JournalUploadResult {
    try handle { contents in
      guard contents.key == nil || contents.key == upload.key else {
        throw SynchronizationError.otherKey
      }
      contents.key = upload.key
      let known = Set(contents.entries.map(\.id))
      let new = upload.entries.filter { !known.contains($0.id) }
      contents.entries += new
      return JournalUploadResult(recorded: new.count)
    }
  }

  func changeKey(_ change: JournalKeyChange) async throws {
    try handle { contents in
      guard contents.key == change.replaces else { throw SynchronizationError.otherKey }
      guard contents.entries.last?.id.uuidString ?? "" == change.after else {
        throw SynchronizationError.unknownCursor
      }
      contents = Contents(key: change.key)
    }
  }
}
