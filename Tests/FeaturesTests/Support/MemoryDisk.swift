import Synchronization

/// A disk whose state a test controls.
final class MemoryDisk: Sendable {
  private let state = Mutex((isFull: true, isSettingsDiskFull: false))

  /// Whether writes to the database fail.
  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Whether writes to the settings folder fail.
  var isSettingsDiskFull: Bool {
    get { state.withLock { $0.isSettingsDiskFull } }
    set { state.withLock { $0.isSettingsDiskFull = newValue } }
  }
}
