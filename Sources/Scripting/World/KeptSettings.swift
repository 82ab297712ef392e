import Clients
import Models
import Synchronization

/// A person's settings, kept as long as a script is played.
final class KeptSettings: Sendable {
  private let kept: Mutex<Settings>

  init(_ settings: Settings) { kept = Mutex(settings) }

  var settings: Settings { kept.withLock(\.self) }

  var client: SettingsClient {
    SettingsClient(save: { settings in self.kept.withLock { $0 = settings } })
  }
}
