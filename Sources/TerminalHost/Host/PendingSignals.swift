import CSystem

/// The set of signals that arrived since the last call of ``take()``.
struct PendingSignals {
  private let bits: UInt64

  static func take() -> PendingSignals { PendingSignals(bits: csys_signal_take()) }

  var isEmpty: Bool { bits == 0 }

  func contains(_ signal: Int32) -> Bool { bits & (1 << UInt64(signal - 1)) != 0 }
}
