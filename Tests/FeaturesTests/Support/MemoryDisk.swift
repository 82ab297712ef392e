import Synchronization

/// The room that there is for workouts, which a test takes and gives.
final class MemoryDisk: Sendable {
  private let fullDisks = Mutex((isFull: true, isSettingsDiskFull: false))

  /// Whether the database takes nothing.
  var isFull: Bool {
    get { fullDisks.withLock { $0.isFull } }
    set { fullDisks.withLock { $0.isFull = newValue } }
  }

  /// Whether the folder of the settings takes nothing.
  var isSettingsDiskFull: Bool {
    get { fullDisks.withLock { $0.isSettingsDiskFull } }
    set { fullDisks.withLock { $0.isSettingsDiskFull = newValue } }
  }
}
