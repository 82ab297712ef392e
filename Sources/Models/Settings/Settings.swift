/// A person's choices for the whole program.
///
/// `Settings()` has all defaults, for a new person. Each field is a line of the settings file, by ``Field``.
public struct Settings: Hashable, Sendable {
  /// The name to train under; `nil` takes the login name.
  public var name: PersonName?

  /// How long the count-down before a workout is, in whole seconds: one of ``preparationRange``.
  public var preparation = 3

  /// The shortest time there can be between two reps; a key that comes sooner is a key that is held. In whole
  /// milliseconds, one of ``minimumGapRange``.
  public var minimumGap = PressFilter.standardGap

  /// How long the rest after a set is, in whole seconds: one of ``restRange``, and none with 0.
  public var rest = 90

  /// Whether the terminal's bell marks the phases of a workout.
  public var beeps = true

  /// How the desktop is asked to say what a workout's phases are, if it is.
  public var notification = Notification.off

  public var theme = ThemeChoice.terminal

  /// Whether only ASCII characters are drawn.
  public var isASCII = false

  /// Whether colours are used.
  public var showsColors = true

  /// Whether the mouse works.
  public var usesMouse = true

  /// Whether the terminal is asked to tell when a key goes up.
  public var usesKittyKeyboard = true

  /// The day that a week of the calendar begins with; the leaderboard's week is the same for everybody.
  public var weekStart = WeekStart.monday

  /// Whether the features that are used are written down, in the person's own database.
  public var recordsEvents = false

  public init() {}

  public static let preparationRange = 0...10

  /// In seconds.
  public static let restRange = 0...600

  /// In milliseconds.
  public static let minimumGapRange = 0...1000
}

extension Settings {
  /// Which colours the screens are drawn in.
  public enum ThemeChoice: String, CaseIterable, Sendable {
    /// The terminal's own.
    case terminal
    case dark
    case light
    case highContrast = "high-contrast"
  }

  /// The sequence that asks a terminal for a note on the desktop.
  public enum Notification: String, CaseIterable, Sendable {
    case off
    /// iTerm2's, which Windows Terminal, WezTerm, kitty, Ghostty and others know too.
    case osc9
    /// urxvt's, which foot, VTE's terminals, Ghostty and others know too.
    case osc777
  }

  /// A day that weeks may begin with.
  public enum WeekStart: String, CaseIterable, Sendable {
    case monday, sunday, saturday

    /// As ``CivilDate/weekday`` counts: 1 for Monday to 7 for Sunday.
    public var weekday: Int {
      switch self {
      case .monday: 1
      case .saturday: 6
      case .sunday: 7
      }
    }

    /// The day that the week of `day` begins with, both counted from 1970-01-01.
    public func firstDay(ofWeekWith day: Int64) -> Int64 {
      day - Int64((CivilDate(daysSince1970: day).weekday - weekday + 7) % 7)
    }
  }
}
