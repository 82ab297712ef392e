import TerminalUI

/// An option of the command line.
///
/// One table makes the parser, the help text, the man page and the completions.
struct Option {
  enum Name: String, CaseIterable {
    case person = "as"
    case data
    case ascii
    case noColor = "no-color"
    case plain
    case theme
    case noMouse = "no-mouse"
    case noSync = "no-sync"
    case noKitty = "no-kitty"
    case fps
    case json
    case week
    case clear
    case reps
    case time
    case at
    case watch
    case repair
    case list
    case speed
    case record
    case redact
    case shots
    case check
    case help
    case version
  }

  let name: Name

  /// The one-letter form, if there is one.
  var letter: Character?

  /// What the value is called, or `nil` when the option takes none.
  var value: String?

  /// The values there are, where they can be counted.
  var values: [String] = []

  let summary: String

  /// The commands it belongs to; `nil` when it may stand in any command line.
  var verbs: Set<Verb>?

  /// Whether one that belongs to commands may stand without any of them, too.
  var goesAlone = false

  var spelling: String { "--\(name.rawValue)" }

  /// What its value names, where that is something on the disk.
  var path: PathKind? { value.flatMap(PathKind.init) }

  enum PathKind: String {
    case folder = "DIR"
    case file = "FILE"
  }

  /// The option with what its value is called.
  var usage: String { value.map { "\(spelling) \($0)" } ?? spelling }

  static let all: [Option] = [
    Option(name: .person, value: "NAME", summary: "who is training (LADDER_USER, your login)"),
    Option(name: .data, value: "DIR", summary: "where ladder.db is kept (LADDER_DATA)"),
    Option(name: .ascii, summary: "draw with ASCII characters only"),
    Option(name: .noColor, summary: "draw without colours (NO_COLOR)"),
    Option(name: .plain, summary: "line by line, for screen readers and pipes"),
    Option(
      name: .theme, value: "NAME", values: Theme.Name.allCases.map(\.rawValue),
      summary: "terminal, dark, light or high-contrast"),
    Option(name: .noMouse, summary: "leave the mouse to the terminal"),
    Option(name: .noSync, summary: "draw without synchronized output"),
    Option(name: .noKitty, summary: "do not ask the terminal when keys go up"),
    Option(name: .fps, value: "N", summary: "frames a second at most, 1 to 100; 50 as a rule"),
    Option(
      name: .json, summary: "print JSON",
      verbs: [.history, .leaderboard, .challenges, .events, .plan, .status]),
    Option(name: .week, summary: "count this week only", verbs: [.leaderboard]),
    Option(name: .clear, summary: "forget all events", verbs: [.events]),
    Option(name: .reps, value: "N", summary: "how many there were", verbs: [.log]),
    Option(
      name: .time, value: "MM:SS", summary: "how long it took, or 04:30.25", verbs: [.log]),
    Option(
      name: .at, value: "WHEN", summary: "when it began: \"2026-03-01 06:30\" or 06:30",
      verbs: [.log]),
    Option(
      name: .watch, summary: "go on, with a line for each change", verbs: [.status]),
    Option(
      name: .repair, summary: "mend what can be, behind a backup", verbs: [.doctor]),
    Option(name: .list, summary: "print which demos there are", verbs: [.demo]),
    Option(
      name: .speed, value: "SPEED", summary: "0.25 to 100, or max: in no time, shown to nobody",
      verbs: [.demo, .play]),
    Option(
      name: .record, value: "FILE", summary: "write the session down; a demo: for asciinema",
      verbs: [.demo, .play], goesAlone: true),
    Option(
      name: .redact, summary: "record what a stranger may see: ladder man has the list", verbs: [],
      goesAlone: true),
    Option(
      name: .shots, value: "DIR", summary: "where the script's pictures go", verbs: [.demo, .play]),
    Option(
      name: .check, summary: "play in no time, and compare the pictures",
      verbs: [.demo, .play]),
    Option(name: .help, letter: "h", summary: "print this and leave"),
    Option(name: .version, letter: "V", summary: "print the version and leave"),
  ]
}
