import Synchronization

/// The room that there is for workouts, which a test takes and gives.
final class MemoryDisk: Sendable {
  private let state = Mutex((isFull: true, isSettingsDiskFull: false))

  /// Whether the database takes nothing.
  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Whether the folder of the settings takes nothing.
  var isSettingsDiskFull: Bool {
    get { state.withLock { $0.isSettingsDiskFull } }
    set { state.withLock { $0.isSettingsDiskFull = newValue } }
  }
}
