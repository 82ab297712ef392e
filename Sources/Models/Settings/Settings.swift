/// A person's settings.
///
/// `Settings()` has the defaults. Each property is a line of the settings file; see ``Field``.
public struct Settings: Hashable, Sendable {
  /// The name on the leaderboard; `nil` for the login name.
  public var name: PersonName?

  /// The countdown before a workout in whole seconds, in ``preparationRange``.
  public var preparation = 3

  /// The minimum time between two reps in whole milliseconds, in ``minGapRange``. Earlier presses are ignored as
  /// repeats of a held key.
  public var minGap = PressFilter.defaultGap

  /// The rest after a set in whole seconds, in ``restRange``; 0 turns it off.
  public var rest = 90

  /// Whether the terminal's bell marks the phases of a workout.
  public var usesBell = true

  /// The days on which the person trains. Other days don't break a streak.
  public var trainingDays = TrainingDays.all

  /// The goal for each week, if any.
  public var goal: WeekGoal?

  /// The program that the person follows, if any.
  public var program: FollowedProgram?

  /// The number of reps between two cues, in ``countRange``; 0 for no cues.
  public var countInterval = 0

  /// The outputs of cues.
  public var cues = CueSettings()

  /// The person's scales of variations. Only the file sets them.
  public internal(set) var variations: [VariationScale] = []

  /// The sequence for desktop notifications about the phases of a workout.
  public var notification = Notification.off

  public var theme = ThemeChoice.terminal

  /// Whether only ASCII characters are drawn.
  public var isASCII = false

  /// Whether colors are used.
  public var showsColors = true

  /// Whether the mouse works.
  public var usesMouse = true

  /// Whether the terminal is asked to report key releases.
  public var usesKittyKeyboard = true

  /// The first day of the week. The leaderboard's week is the same for everyone.
  public var weekStart = WeekStart.monday

  /// The beginning of the person's days.
  public var dayStart = DayStart.midnight

  /// The default unit of the weights of a new exercise; `nil` until the person chooses it.
  public var unit: Weight.Unit?

  /// The bar and the plates for weights in its unit; `nil` for the usual ones.
  public var bar: Bar?

  /// The warm-up sets before the first work set.
  public var warmUp = WarmUpRule.standard

  /// Whether the use of features is recorded in the person's database.
  public var recordsEvents = false

  public init() {}

  public static let preparationRange = 0...10

  /// The range of ``rest`` in seconds.
  public static let restRange = 0...600

  /// The range of ``countInterval`` in reps.
  public static let countRange = 0...1000

  /// The range of ``minGap`` in milliseconds.
  public static let minGapRange = 0...1000

  /// A choice of colors.
  public enum ThemeChoice: String, CaseIterable, Sendable {
    /// The colors of the terminal.
    case terminal
    case dark
    case light
    case highContrast = "high-contrast"
  }

  /// An escape sequence that makes a terminal show a desktop notification.
  public enum Notification: String, CaseIterable, Sendable {
    case off
    /// The sequence of iTerm2, also supported by Windows Terminal, WezTerm, kitty, Ghostty and others.
    case osc9
    /// The sequence of urxvt, also supported by foot, VTE terminals, Ghostty and others.
    case osc777
  }

  /// A first day of the week.
  public enum WeekStart: String, CaseIterable, Sendable {
    case monday, sunday, saturday

    /// The number of the day as in ``CivilDate/weekday``: 1 for Monday to 7 for Sunday.
    public var weekday: Int {
      switch self {
      case .monday: 1
      case .saturday: 6
      case .sunday: 7
      }
    }

    /// Returns the first day of the week of `day`, both in days since 1970-01-01.
    public func firstDay(ofWeekWith day: Int64) -> Int64 {
      day - Int64((CivilDate(daysSince1970: day).weekday - weekday + 7) % 7)
    }
  }
}
