import ClientsLive
import Models
import TerminalHost
import TerminalUI

/// What the screens are started with.
struct LaunchOptions: Hashable {
  var person: PersonName
  var dataFolder: DataFolder

  /// Whether only ASCII may be drawn.
  var isASCII: Bool

  /// Whether colours may be used.
  var isColored: Bool

  /// The colours, where there are any.
  var theme: Theme.Name

  /// What of the terminal's abilities is used.
  var terminal: TerminalOptions

  /// The keys the person has chosen.
  var keys: KeyRemapping
}
