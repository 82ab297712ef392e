import CSQLite

/// A limit on the work that a hostile file can cause in one request.
///
/// The file's schema may have more entries, and its tables more rows, than any database that the program writes.
final class WorkBudget {
  /// The limit for a request to a copy of an untrusted file, in SQLite's instructions: about 20 ms.
  static let stepsPerRequest = 1_000_000

  /// The limit for reading a schema. A schema with 40 entries takes about 500 instructions.
  static let stepsPerSchema = 4000

  /// The number of instructions between two calls of the progress handler.
  private static let stepsPerCallback = 100

  private let steps: Int
  private var remaining: Int

  /// Creates a budget of instructions for each request.
  init(steps: Int) {
    self.steps = steps
    remaining = steps
  }

  /// Resets the budget for the next request.
  func reset() { remaining = steps }

  /// Counts the instructions of `connection`. Close the connection, or remove its progress handler, before
  /// releasing the budget.
  func install(on connection: OpaquePointer?) {
    sqlite3_progress_handler(
      connection, Int32(Self.stepsPerCallback),
      { context in
        guard let context else { return 0 }
        let budget = Unmanaged<WorkBudget>.fromOpaque(context).takeUnretainedValue()
        budget.remaining -= WorkBudget.stepsPerCallback
        return budget.remaining < 0 ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
