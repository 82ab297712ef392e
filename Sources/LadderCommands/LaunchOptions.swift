import Clients
import ClientsLive
import Features
import Models
import TerminalHost
import TerminalUI

/// The options with which the app is started.
struct LaunchOptions {
  var person: PersonName
  /// The person if neither the command line nor the settings have a name.
  var defaultPerson: PersonName
  var dataFolder: DataFolder

  /// The settings file; `nil` if there is no folder for it.
  var settingsFile: SettingsFile?

  /// The contents of the settings file.
  var settings = LoadedSettings()

  /// Whether to draw with ASCII characters only.
  var isASCII: Bool

  /// Whether to use colors.
  var isColored: Bool

  /// The theme from the command line; `nil` for the one in the settings.
  var theme: Theme.Name?

  /// The features of the terminal to use.
  var terminal: TerminalOptions

  /// The person's key assignments.
  var keys: KeyRemapping

  /// The challenge to start at once, if any.
  var challenge: Challenge?

  /// The strength session to start at once, if any.
  var session: StrengthStart?

  /// The workout to replay at the start, if any.
  var replay: WorkoutDetail.State?

  /// The file to record the session to, if any.
  var recording: RecordedSession.Options?
}
