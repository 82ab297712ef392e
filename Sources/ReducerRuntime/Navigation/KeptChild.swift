import Synchronization

/// The last state of a presented child, for a store that is retained after the child was removed: a view that closes
/// with an animation still shows it.
///
/// The child's storage hands over its memory when it is released, so nothing is copied.
final class KeptChild<State>: Sendable {
  // Zero if there is none. Atomic, because the last copy of a state may be released on any thread.
  private let bits = Atomic<UInt>(0)
  /// The address of the child that the store showed last.
  private let shown = Atomic<UInt>(0)

  deinit { clear() }

  /// The address of the state, or `nil` if none was handed over.
  var address: UnsafeMutablePointer<State>? {
    UnsafeMutablePointer(bitPattern: bits.load(ordering: .acquiring))
  }

  /// Takes ownership of an initialized state.
  ///
  /// - Returns: `false` if there is a state already, which may be being read, or if the store has shown another since:
  ///   a copy of the state may keep an earlier one alive for longer.
  func take(_ state: UnsafeMutablePointer<State>) -> Bool {
    guard shown.load(ordering: .acquiring) == UInt(bitPattern: state) else { return false }
    return bits.compareExchange(
      expected: 0, desired: UInt(bitPattern: state), ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Prepares for taking the child at `address`, which is present, and releases an earlier one.
  func expect(_ address: UnsafeRawPointer) {
    shown.store(UInt(bitPattern: address), ordering: .releasing)
    clear()
  }

  private func clear() {
    let state = UnsafeMutablePointer<State>(
      bitPattern: bits.exchange(0, ordering: .acquiringAndReleasing))
    state?.deinitialize(count: 1)
    state?.deallocate()
  }
}
