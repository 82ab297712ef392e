import Clients
import ClientsLive
import CommandLineInterface
import Glibc
import Models
import TerminalHost

/// The files, the system and the terminal of the live app.
struct LiveSystem {
  var settingsFile: SettingsFile?
  var clipboard: ClipboardClient
  var systemInformation: SystemInformationClient
  /// The accounts in groups.
  var accounts: AccountFile
  var transport: Transport
  /// The folder for workouts that can't be saved in the database.
  var rescue: RescueFolder?

  init(_ options: LaunchOptions) {
    settingsFile = options.settingsFile
    accounts = AccountFile(in: options.dataFolder)
    transport = Transport(environment: { name in getenv(name).map { String(cString: $0) } })
    rescue = RescueFolder(nextTo: options.settingsFile, for: options.dataFolder)
    clipboard = ClipboardClient(send: { text in await TerminalHost.sendToClipboard(text) })
    systemInformation = .live(
      version: version, dataFolder: options.dataFolder, settingsFile: options.settingsFile,
      environment: { name in getenv(name).map { String(cString: $0) } })
  }
}

extension CueClient {
  /// A client that rings the terminal's bell and runs the commands of the person's settings.
  static let live = CueClient(
    ring: { cue in await ring(cue) },
    run: { arguments in
      let reason: String
      switch await ProgramRunner.shared.run(arguments) {
      case .exited(0), .dropped: return
      case .exited(let code): reason = "it ended with code \(code)"
      case .signaled(let signal): reason = "signal \(signal) ended it"
      case .tookTooLong:
        reason = "it took more than \(ProgramRunner.timeLimit.components.seconds) seconds"
      case .failed(let code): reason = String(cString: strerror(code))
      }
      throw CueError(program: arguments.first ?? "", reason: reason)
    })

  /// A client that rings the terminal's bell and runs nothing, for scripts.
  static let bell = CueClient(ring: { cue in await ring(cue) }, run: { _ in })

  /// Rings with pauses, because terminals merge bells that follow each other immediately.
  private static func ring(_ cue: Cue) async {
    for index in 0..<cue.bellCount {
      if index > 0 {
        // The effect was cancelled.
        do { try await LoopClock().sleep(for: .milliseconds(140)) } catch { return }
      }
      await TerminalHost.ring()
    }
  }
}

extension NotificationsClient {
  /// A client that sends notifications to the terminal, which shows them if it supports the sequence.
  static let live = NotificationsClient { text, form in
    switch form {
    case .off: break
    case .osc9: await TerminalHost.notify(text, as: .osc9)
    case .osc777: await TerminalHost.notify(text, as: .osc777(title: "Ladder"))
    }
  }
}
