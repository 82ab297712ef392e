import Synchronization

/// A disk whose state a test controls.
final class MemoryDisk: Sendable {
  private let fullDisks = Mutex((isFull: true, isSettingsDiskFull: false))

  /// Whether writes to the database fail.
  var isFull: Bool {
    get { fullDisks.withLock { $0.isFull } }
    set { fullDisks.withLock { $0.isFull = newValue } }
  }

  /// Whether writes to the settings folder fail.
  var isSettingsDiskFull: Bool {
    get { fullDisks.withLock { $0.isSettingsDiskFull } }
    set { fullDisks.withLock { $0.isSettingsDiskFull = newValue } }
  }
}
