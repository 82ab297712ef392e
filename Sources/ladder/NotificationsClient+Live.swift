import Clients
import TerminalHost

extension NotificationsClient {
  /// Asks the terminal, which shows them or does not.
  static let live = NotificationsClient { text, form in
    switch form {
    case .off: break
    case .osc9: await TerminalHost.notify(text, as: .osc9)
    case .osc777: await TerminalHost.notify(text, as: .osc777)
    }
  }
}
