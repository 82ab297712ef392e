import Clients
import ClientsLive
import Features
import Models
import TerminalHost
import TerminalUI

/// What the screens are started with.
struct LaunchOptions {
  var person: PersonName
  /// Who trains when neither the command line nor the settings name anybody.
  var usualPerson: PersonName
  var dataFolder: DataFolder

  /// Where the settings are kept; `nil` where there is no folder for them.
  var settingsFile: SettingsFile?

  /// What is in it.
  var settings = LoadedSettings()

  /// Whether only ASCII may be drawn.
  var isASCII: Bool

  /// Whether colours may be used.
  var isColored: Bool

  /// The colours that were asked for, where there are any; `nil` leaves them to the settings.
  var theme: Theme.Name?

  /// What of the terminal's abilities is used.
  var terminal: TerminalOptions

  /// The keys the person has chosen.
  var keys: KeyRemapping

  /// The workout that is shown at once, if one is.
  var replay: Replay.State?

  /// Where the session is written down, if it is.
  var recording: RecordedSession.Options?
}
