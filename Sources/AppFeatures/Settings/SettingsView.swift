import Models
import ReducerRuntime
import TerminalUI
import TimerFeatures

/// A view of the settings, or of one of their pages.
struct SettingsView: RetainedView {
  let store: StoreOf<SettingsEditor>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .appInfo(let store): AppInfoView(store: store)
    case .cues(let store): CueEditorView(store: store)
    case nil: list
    }
  }

  private var list: some View {
    SizeReader { size in
      // In a short terminal, the title is omitted to make room for the rows.
      VStack {
        if size.height >= 12 {
          Text("Settings").style(.title)
          Divider()
        }
        List(Settings.Field.allCases, selection: store.selection) { field in
          HStack(spacing: 2) {
            Text(field.title).frame(width: 16)
            value(of: field)
          }
        }
        Paragraph(store.explanation).style(.dim)
      }
    }
    .readable()
  }

  /// The value of a setting, or the text that is being typed for it.
  @ViewBuilder private func value(of field: Settings.Field) -> some View {
    if field == store.selectedField, let draft = store.draft {
      TextFieldView(draft).style(.accent)
    } else {
      Text(field.text(in: store.settings, defaultName: store.defaultName))
    }
  }
}

extension Environment {
  /// Returns the environment with the colors and glyphs of the settings.
  ///
  /// An environment without colors or with ASCII glyphs stays that way.
  ///
  /// - Parameter shouldKeepTheme: Whether the theme of this environment overrides the theme of the settings.
  func applying(_ settings: Settings, keepingTheme shouldKeepTheme: Bool = false) -> Environment {
    var result = self
    // The plain mode finds boxes in the frame by their glyphs, and ASCII boxes look like text.
    if settings.isASCII, canDrawGraphics { result.glyphs = .ascii }
    if theme.showsColors {
      let theme = shouldKeepTheme ? theme : Theme(settings.theme, terminal: theme)
      result.theme = settings.showsColors ? theme : .monochrome
    }
    result.style = result.theme.text
    return result
  }
}

extension Theme {
  fileprivate init(_ choice: Settings.ThemeChoice, terminal: Theme) {
    switch choice {
    case .terminal: self = terminal
    case .dark: self = .dark
    case .light: self = .light
    case .highContrast: self = .highContrast
    }
  }
}

// MARK: - Fields

extension Settings.Field {
  /// The step of the gap between reps, in milliseconds.
  private static let gapStep = 10

  /// The step of the number of reps between counting cues.
  private static let countStep = 5

  /// The step of the rest, in seconds.
  private static let restStep = 15

  /// Whether the value is typed.
  var isTyped: Bool { self == .name || self == .bar || self == .warmUp }

  var title: String { texts.title }

  var explanation: String { texts.explanation }

  /// The title, and an explanation in a line or two.
  private var texts: (title: String, explanation: String) {
    switch self {
    case .name: ("Name", "A new name renames you; an existing name switches to that person.")
    case .preparation: ("Countdown", "The countdown before a workout, 0 to 10 seconds.")
    case .minGap: ("Minimum rep gap", "A press that comes sooner is a held key, and not counted.")
    case .rest: ("Rest", "Starts by itself after a set, up to 600 seconds; 0 turns it off.")
    case .beeps:
      ("Beeps", "The terminal's bell marks each phase; Cues has sounds and voices instead.")
    case .trainingDays:
      ("Training days", "Other days don't break a streak; the settings file can have any days.")
    case .goal:
      (
        "Goal for a week",
        "The profile shows it; the settings file can have minutes or reps, as in 300 push-ups."
      )
    case .program: ("Program", "P in the list of workouts chooses it, or ends it.")
    case .count:
      ("Rep cues", "A cue every 5, 10 or more reps, so that you don't need to count.")
    case .notification:
      ("Notifications", "Desktop notifications, in the form your terminal supports.")
    case .theme: ("Theme", "The terminal's own colors, or Ladder's for a dark or light screen.")
    case .ascii: ("ASCII only", "Use plain characters only.")
    case .color: ("Color", "Draw in color; NO_COLOR and --no-color turn it off.")
    case .mouse: ("Mouse", "Click tabs, rows and buttons; takes effect after a restart.")
    case .kittyKeyboard:
      ("Kitty keyboard", "Detects held keys where it can; takes effect after a restart.")
    case .unit: ("Weight unit", "The unit of weights typed without a unit, for new exercises.")
    case .bar:
      ("Bar and plates", "As in 20kg plates 25 20 10x4 5 2.5; an exercise can have its own.")
    case .warmUp:
      ("Warm-up sets", "W in a session offers them: percentages of the work set, and reps.")
    case .weekStart: ("Week starts on", "In calendars and on weekly leaderboards.")
    case .dayStart:
      ("Day starts at", "Earlier workouts count for the day before, also in streaks and plans.")
    case .analytics: ("Usage log", "Records the features you use, in your own database only.")
    }
  }

  /// Returns the chosen value as the screen shows it.
  ///
  /// - Parameter defaultName: The name of the current person if the settings have none.
  func text(in values: Settings, defaultName: String) -> String {
    switch self {
    case .name: values.name?.text ?? "not chosen (\(defaultName))"
    case .preparation: "\(values.preparation) s"
    case .rest: values.rest == 0 ? "none" : "\(values.rest) s"
    case .trainingDays where values.trainingDays == .all: "every day"
    case .trainingDays: values.trainingDays.names.joined(separator: " ")
    case .goal: values.goal?.text ?? "none"
    case .program: values.program?.name ?? "none"
    case .count: values.countInterval == 0 ? "off" : "every \(values.countInterval)"
    case .minGap: "\(values.minGap.wholeMilliseconds) ms"
    case .notification where values.notification == .osc9: "OSC 9"
    case .notification where values.notification == .osc777: "OSC 777"
    case .theme where values.theme == .highContrast: "high contrast"
    case .unit: values.unit?.words ?? "ask"
    case .bar: values.bar?.text ?? "20 kg or 45 lb"
    case .weekStart: values.weekStart.rawValue.capitalizedStart
    default: values.text(of: self)
    }
  }

  /// Returns the settings changed by `offset` steps, or `nil` if the value is already at its limit.
  func adjusted(by offset: Int, in settings: Settings) -> Settings? {
    var adjusted = settings
    switch self {
    case .program, .name, .bar, .warmUp: break
    case .preparation:
      adjusted.preparation = (settings.preparation + offset).clamped(to: Settings.preparationRange)
    case .minGap:
      let gap = Int(settings.minGap.wholeMilliseconds) + offset * Self.gapStep
      adjusted.minGap = .milliseconds(gap.clamped(to: Settings.minGapRange))
    case .rest:
      adjusted.rest = (settings.rest + offset * Self.restStep).clamped(to: Settings.restRange)
    case .beeps: adjusted.usesBell.toggle()
    case .trainingDays:
      adjusted.trainingDays = TrainingDays.presets.choice(offset, after: settings.trainingDays)
    case .goal:
      let first = offset > 0 ? WeekGoal(offset, .workouts) : nil
      adjusted.goal = settings.goal.map { $0.adjusted(by: offset) } ?? first
    case .count:
      let count = settings.countInterval + offset * Self.countStep
      adjusted.countInterval = count.clamped(to: Settings.countRange)
    case .notification:
      adjusted.notification = Settings.Notification.allCases.choice(
        offset, after: settings.notification)
    case .theme:
      adjusted.theme = Settings.ThemeChoice.allCases.choice(offset, after: settings.theme)
    case .ascii: adjusted.isASCII.toggle()
    case .color: adjusted.showsColors.toggle()
    case .mouse: adjusted.usesMouse.toggle()
    case .kittyKeyboard: adjusted.usesKittyKeyboard.toggle()
    case .unit:
      adjusted.unit = ([nil] + Weight.Unit.allCases).choice(offset, after: settings.unit)
    case .weekStart:
      adjusted.weekStart = Settings.WeekStart.allCases.choice(offset, after: settings.weekStart)
    case .dayStart:
      let hour = Double(settings.dayStart.minutes) / 60 + Double(offset)
      adjusted.dayStart = DayStart(minutes: Int(offset > 0 ? hour : hour.rounded(.up)) * 60)
    case .analytics: adjusted.recordsEvents.toggle()
    }
    return adjusted == settings ? nil : adjusted
  }
}
