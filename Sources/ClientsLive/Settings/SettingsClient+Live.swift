import Clients
import Models
import SQLite
import Synchronization

extension SettingsClient {
  /// Returns a client that saves settings in `file`, on the thread of `database`.
  ///
  /// - Parameters:
  ///   - file: The settings file, or `nil` if there is no folder for it; saving then throws.
  ///   - loaded: The settings at the start.
  public static func live(
    _ file: SettingsFile?, loaded: Settings, on database: Database
  ) -> SettingsClient {
    // The settings of this program that were saved or loaded last.
    let last = LastSettings(loaded)
    return SettingsClient(save: { settings in
      guard let file else { throw SettingsError.noFolder }
      return try await database.runWithoutConnection {
        try last.settings.withLock { last in
          last = try file.save(settings, changing: last)
          return last
        }
      }
    })
  }
}

private final class LastSettings: Sendable {
  let settings: Mutex<Settings>

  init(_ settings: Settings) { self.settings = Mutex(settings) }
}
