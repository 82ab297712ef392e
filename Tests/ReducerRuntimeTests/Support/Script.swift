import ReducerRuntime
import Synchronization

/// A store whose actions are words: it records each word, and returns the effect that the script has for the word.
/// Effects run when `queue` is drained, so tests never wait.
@MainActor
struct Script {
  let queue = EffectQueue()
  let store: Store<[String], String>

  init(_ effects: [String: Effect<String>]) {
    store = Store(
      initialState: [],
      reducer: {
        Reduce { words, word in
          words.append(word)
          return effects[word] ?? .none
        }
      },
      withDependencies: { _ in }, effectExecutor: queue)
  }

  @discardableResult
  func send(_ word: String) -> StoreTask {
    let task = store.send(word)
    queue.drain()
    return task
  }

  var words: [String] { store.state }
}

extension Effect where Action == String {
  /// Returns an effect that sends `word` each time `signal` fires.
  static func words(_ word: String, on signal: Signal) -> Self {
    .run { send in
      for await _ in signal.stream { await send(word) }
    }
  }
}

/// An external event that an effect waits for.
struct Signal: Sendable {
  let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func fire() { continuation.yield() }
  func end() { continuation.finish() }
}

/// A list that any task may append to.
final class Notes: Sendable {
  private let notes = Mutex<[String]>([])
  var all: [String] { notes.withLock { $0 } }
  func note(_ text: String) { notes.withLock { $0.append(text) } }
}

/// Returns the messages of the issues that `operation` reports, without failing the test.
@MainActor
func issues(in operation: @MainActor () async throws -> Void) async rethrows -> [String] {
  try await reported(by: operation).map(\.message)
}

// MARK: - Issues

/// An issue that a test expects.
struct ReportedIssue: Equatable {
  var message: String
  var line: UInt
}

/// Returns the issues that `operation` reports, without failing the test.
@MainActor
func reported(
  by operation: @MainActor () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let found = Mutex<[ReportedIssue]>([])
  let report: IssueReporting.Reporter = { message, location in
    found.withLock { $0.append(ReportedIssue(message: message, line: location.line)) }
  }
  try await IssueReporting.withReporter(report) { try await operation() }
  return found.withLock { $0 }
}

// MARK: - Actions

/// Two actions: one with a payload and one without.
@CasePathable
enum Step: Hashable {
  case walk(Int)
  case stop
}
