import Clients
import ClientsLive
import Glibc
import TerminalHost

/// The clients that reach a person's own files, system and terminal.
struct LiveClients {
  var settings: SettingsClient
  var clipboard: ClipboardClient
  var systemInformation: SystemInformationClient
  /// Where workouts go that the database does not take.
  var rescue: RescueFolder?

  init(_ options: LaunchOptions) {
    settings = .live(options.settingsFile)
    rescue = RescueFolder(besides: options.settingsFile, of: options.dataFolder)
    clipboard = ClipboardClient(send: { text in await TerminalHost.sendToClipboard(text) })
    systemInformation = .live(
      version: version, dataFolder: options.dataFolder, settingsFile: options.settingsFile,
      environment: { name in getenv(name).map { String(cString: $0) } })
  }
}
