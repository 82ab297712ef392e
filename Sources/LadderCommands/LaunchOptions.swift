import Clients
import ClientsLive
import Features
import Models
import TerminalHost
import TerminalUI

/// The options with which the app is started.
struct LaunchOptions {
  var person: PersonName
  /// The person who trains when neither the command line nor the settings name one.
  var defaultPerson: PersonName
  var dataFolder: DataFolder

  /// The settings file, nil where there is no folder for it.
  var settingsFile: SettingsFile?

  /// The contents of the settings file.
  var settings = LoadedSettings()

  /// Whether only ASCII may be drawn.
  var isASCII: Bool

  /// Whether colours may be used.
  var isColored: Bool

  /// The theme of the command line, nil for the one in the settings.
  var theme: Theme.Name?

  /// The features of the terminal that are used.
  var terminal: TerminalOptions

  /// The keys the person has chosen.
  var keys: KeyRemapping

  /// The workout to replay at the start, if any.
  var replay: WorkoutDetail.State?

  /// The file to record the session to, if any.
  var recording: RecordedSession.Options?
}
