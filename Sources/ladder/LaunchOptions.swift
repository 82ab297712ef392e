import Clients
import ClientsLive
import Models

/// What the screens are started with.
struct LaunchOptions: Hashable {
  var person: PersonName
  var dataFolder: DataFolder

  /// Where the settings are kept; `nil` where there is no folder for them.
  var settingsFile: SettingsFile?

  /// What is in it.
  var settings = LoadedSettings()

  /// Whether only ASCII may be drawn.
  var isASCII: Bool

  /// Whether colours may be used.
  var isColored: Bool
}
