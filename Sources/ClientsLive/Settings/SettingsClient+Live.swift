import Clients
import Models
import SQLite

extension SettingsClient {
  /// Keeps settings in `file`, written by a thread that nobody waits for.
  ///
  /// - Parameter file: `nil` where there is no folder for it; saving says so.
  public static func live(_ file: SettingsFile?) -> SettingsClient {
    let keeper = SettingsKeeper(file)
    return SettingsClient(save: { settings in try await keeper.save(settings) })
  }
}

/// Writes one change of the settings after the other.
private actor SettingsKeeper {
  private let thread = ThreadExecutor()
  private let file: SettingsFile?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  init(_ file: SettingsFile?) { self.file = file }

  deinit { thread.stop() }

  func save(_ settings: Settings) throws(SettingsError) {
    guard let file else { throw .noFolder }
    try file.save(settings)
  }
}
