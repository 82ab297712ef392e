import CSQLite

/// A bound on the work that a hostile file can make SQLite do in one request.
///
/// A schema may have more entries than any of the program's, and a table more rows than the program has ever filled.
final class WorkBudget {
  /// For a request to a copy of a stranger's file, in SQLite's instructions: about 20 ms.
  static let request = 1_000_000

  /// For reading a schema. One of 40 entries takes about 500.
  static let schema = 4000

  /// The number of instructions that are counted together.
  private static let stride = 100

  private let steps: Int
  private var left: Int

  init(steps: Int) {
    self.steps = steps
    left = steps
  }

  /// Begins another request.
  func renew() { left = steps }

  /// Counts the instructions of `connection`, which has to be closed, or watched by no budget any more, before this is
  /// released.
  func watch(_ connection: OpaquePointer?) {
    sqlite3_progress_handler(
      connection, Int32(Self.stride),
      { context in
        guard let context else { return 0 }
        let budget = Unmanaged<WorkBudget>.fromOpaque(context).takeUnretainedValue()
        budget.left -= WorkBudget.stride
        return budget.left < 0 ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
