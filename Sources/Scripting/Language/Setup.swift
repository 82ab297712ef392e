import FoundationEssentials
import Models
import TerminalUI

extension Script {
  /// The initial conditions of a script. Defaults are the same everywhere and every time.
  public struct Setup: Equatable, Sendable {
    /// The size of the terminal; `nil` for the current terminal's, or 80x24.
    public var size: Size?
    /// The date and time at the start: a Monday morning.
    public var clock = Date(millisecondsSince1970: 1_767_596_400_000)
    /// The seed of random numbers.
    public var seed: UInt64 = 1
    /// The name of a time zone in the system's database.
    public var zone = "UTC"
    /// The name of a locale: `C` and `POSIX` have ASCII only.
    public var locale = "C.UTF-8"
    public var database = Database.empty
    /// The name of the user; `nil` for Ann.
    public var person: PersonName?
    /// The names of the groups that the user has joined.
    public var groups: [String] = []
    /// The lines of a settings file.
    public var settings: [Setting] = []
    /// The problems of the settings file, a sentence each.
    public var problems: [String] = []

    public init() {}
  }

  public enum Database: Equatable, Sendable {
    case empty
    /// A fixture that is part of the program, by its name.
    case fixture(String)
    /// A copy of a file; the file itself is not changed.
    case copy(path: String, Line)
  }

  /// A setting, with its line in the script.
  public struct Setting: Equatable, Sendable {
    public var line: Line
    public var key: String
    public var value: String

    public init(line: Line, key: String, value: String) {
      self.line = line
      self.key = key
      self.value = value
    }
  }
}

extension Script.Setup {
  /// The settings in the format of the settings file.
  public var settingsText: String {
    settings.map { "\($0.key) = \($0.value)\n" }.joined()
  }

  /// Whether the locale only has ASCII characters.
  public var isASCII: Bool {
    !["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
  }
}
