import Clients
import Models
import SQLite

extension SettingsClient {
  /// Returns a client that saves settings in `file`, on the thread of `database`.
  ///
  /// - Parameter file: The settings file, or `nil` if there is no folder for it; saving then throws.
  public static func live(_ file: SettingsFile?, on database: Database) -> SettingsClient {
    SettingsClient(save: { settings in
      guard let file else { throw SettingsError.noFolder }
      try await database.runWithoutConnection { try file.save(settings) }
    })
  }
}
