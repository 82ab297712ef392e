import Models
import ServerAPI
import TerminalUI

/// An option of the command line.
///
/// The parser, the help, the man page and the completions use ``all`` and each command's ``Command/options``.
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
    case ics
    case week
    case live
    case clear
    case reps
    case time
    case at
    case note
    case rpe
    case weight
    case distance
    case calories
    case watch
    case repair
    case list
    case speed
    case record
    case redact
    case shots
    case check
    case listen
    case certificate = "cert"
    case key
    case behindProxy = "behind-proxy"
    case url
    case store
    case group
    case owner
    case off
    case everywhere
    case groupName = "name"
    case zone
    case weekday
    case counts
    case help
    case version
  }

  let name: Name

  /// The one-letter form, if any.
  var letter: Character?

  /// The placeholder for the value; `nil` if the option takes none.
  var value: String?

  /// The valid values, if they can be listed.
  var values: [String] = []

  let summary: String

  /// The verbs of the commands that have the option, in their order; empty for a common option.
  var verbs: [Verb] {
    CommandTable.all.filter { $0.options.contains(name) }.map { $0.verb }
  }

  /// Whether all commands have the option.
  var isCommon: Bool { verbs.isEmpty && !AppCommand.options.contains(name) }

  /// Returns whether a command has the option.
  func isAvailable(for type: any Command.Type) -> Bool { isCommon || type.options.contains(name) }

  /// All forms of the option: `--help` and `-h`.
  var spellings: [String] { [spelling] + (letter.map { ["-\($0)"] } ?? []) }

  var spelling: String { "--\(name.rawValue)" }

  /// The kind of path that the value is; `nil` if it isn't a path.
  var path: PathKind? { value.flatMap(PathKind.init) }

  enum PathKind: String {
    case folder = "DIR"
    case file = "FILE"
  }

  /// The option with the placeholder for its value: `--data DIR`.
  var usage: String { value.map { "\(spelling) \($0)" } ?? spelling }

  static let all: [Option] = [
    Option(
      name: .person, value: "NAME", summary: "your name; default: LADDER_USER, or your login"),
    Option(name: .data, value: "DIR", summary: "the folder of ladder.db (LADDER_DATA)"),
    Option(name: .ascii, summary: "draw with ASCII characters only"),
    Option(name: .noColor, summary: "draw without colors (NO_COLOR)"),
    Option(name: .plain, summary: "line by line, for screen readers and pipes"),
    Option(
      name: .theme, value: "NAME", values: Theme.Name.allCases.map(\.rawValue),
      summary: "terminal, dark, light or high-contrast"),
    Option(name: .noMouse, summary: "leave the mouse to the terminal"),
    Option(name: .noSync, summary: "draw without synchronized output"),
    Option(name: .noKitty, summary: "do not ask the terminal for key releases"),
    Option(name: .fps, value: "N", summary: "maximum frames a second, 1 to 100; default 50"),
    Option(
      name: .json, summary: "print JSON"),
    Option(name: .ics, summary: "print the open sessions for a calendar"),
    Option(name: .week, summary: "this week only"),
    Option(name: .live, summary: "without results that were typed in, edited or imported"),
    Option(name: .clear, summary: "delete all events"),
    Option(name: .reps, value: "N", summary: "the number of reps"),
    Option(
      name: .time, value: "MM:SS", summary: "the time taken, or 04:30.25"),
    Option(
      name: .at, value: "WHEN", summary: "the time: \"2026-03-01 06:30\", 06:30 or yesterday"),
    Option(name: .note, value: "TEXT", summary: "a note, in one line"),
    Option(name: .rpe, value: "N", summary: "the effort, 1 to 10 in halves"),
    Option(name: .weight, value: "W", summary: "your body weight, as in 82.5kg or 180lb"),
    Option(name: .distance, value: "D", summary: "the distance, as in 5km or 3.1mi"),
    Option(name: .calories, value: "C", summary: "the calories, as in 120kcal"),
    Option(
      name: .watch, summary: "keep running, with a line for each change"),
    Option(
      name: .repair, summary: "make a backup, then repair"),
    Option(name: .list, summary: "list the demos"),
    Option(
      name: .speed, value: "SPEED", summary: "0.25 to 100; max: instantly, without display"),
    Option(
      name: .record, value: "FILE",
      summary: "record a script of the session, or a demo for asciinema"),
    Option(
      name: .redact, summary: "record without personal data; see ladder man"),
    Option(
      name: .shots, value: "DIR", summary: "the folder for the script's pictures"),
    Option(
      name: .check, summary: "play instantly, and compare the pictures"),
    Option(
      name: .listen, value: "ADDR",
      summary: "the server's address and port; default 127.0.0.1:8080"),
    Option(
      name: .certificate, value: "FILE", summary: "the certificate chain for HTTPS, in PEM"),
    Option(name: .key, value: "FILE", summary: "the private key of the certificate, in PEM"),
    Option(
      name: .behindProxy, summary: "serve plain HTTP to a proxy that has the certificate"),
    Option(
      name: .url, value: "URL", summary: "the server's address in links, as members reach it"),
    Option(
      name: .store, value: "URL",
      summary: "a PostgreSQL database, as in postgres://HOST/NAME"),
    Option(name: .group, value: "ID", summary: "the group; default: club, or your only one"),
    Option(name: .owner, summary: "make the member an owner of the group"),
    Option(name: .off, summary: "stop sharing, and withdraw what was shared"),
    Option(name: .everywhere, summary: "remove all your devices and published workouts"),
    Option(name: .groupName, value: "TEXT", summary: "the name of the group"),
    Option(
      name: .zone, value: "ZONE", summary: "the time zone of its weeks, as in Europe/Berlin"),
    Option(
      name: .weekday, value: "DAY", values: Settings.WeekStart.allCases.map(\.rawValue),
      summary: "the first day of its weeks: monday, sunday or saturday"),
    Option(
      name: .counts, value: "RULE", values: CountingRule.allCases.map(\.rawValue),
      summary: "the workouts that count: all, or only live ones"),
    Option(name: .help, letter: "h", summary: "print this help"),
    Option(name: .version, letter: "V", summary: "print the version"),
  ]
}
