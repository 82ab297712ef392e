import CSystem

/// The signals that came since the last time.
struct NotedSignals {
  private let bits: UInt64

  static func take() -> NotedSignals { NotedSignals(bits: csys_signal_take()) }

  var isEmpty: Bool { bits == 0 }

  func contains(_ signal: Int32) -> Bool { bits & (1 << UInt64(signal - 1)) != 0 }
}
