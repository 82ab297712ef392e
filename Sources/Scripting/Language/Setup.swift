import FoundationEssentials
import Models
import TerminalUI

extension Script {
  /// The world a script begins in; whatever it does not say is the same everywhere and every time.
  public struct Setup: Equatable, Sendable {
    /// The terminal's; `nil` takes the one there is, or 80x24.
    public var size: Size?
    /// The time on the wall at the start: a Monday morning.
    public var clock = Date(millisecondsSince1970: 1_767_596_400_000)
    /// Of what is random.
    public var seed: UInt64 = 1
    /// A time zone by its name in the system's database.
    public var zone = "UTC"
    /// A locale by its name: `C` and `POSIX` have ASCII only.
    public var locale = "C.UTF-8"
    public var database = Database.empty
    /// Who trains; `nil` is Ann.
    public var person: PersonName?
    /// Lines of a settings file.
    public var settings: [Setting] = []
    /// What could not be read of it, a sentence each.
    public var problems: [String] = []

    public init() {}
  }

  public enum Database: Equatable, Sendable {
    case empty
    /// One that comes with the program, by its name.
    case fixture(String)
    /// A copy of a file; the file itself is not touched.
    case copy(path: String, Line)
  }

  /// A setting, and the line that makes it.
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
  /// The settings, as a file has them.
  public var settingsText: String {
    settings.map { "\($0.key) = \($0.value)\n" }.joined()
  }

  /// Whether the locale's characters are all there are in ASCII.
  public var isASCII: Bool {
    !["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
  }
}
