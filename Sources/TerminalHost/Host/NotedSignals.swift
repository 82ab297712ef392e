import CSystem

/// The set of signals that arrived since the last call of ``take()``.
struct NotedSignals {
  private let bits: UInt64

  static func take() -> NotedSignals { NotedSignals(bits: csys_signal_take()) }

  var isEmpty: Bool { bits == 0 }

  func contains(_ signal: Int32) -> Bool { bits & (1 << UInt64(signal - 1)) != 0 }
}
