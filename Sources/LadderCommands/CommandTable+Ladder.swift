import AppFeatures
import ClientsLive
import CommandLineInterface
import Models
import Scripting
import ServerAPI
import TerminalUI

extension CommandTable {
  /// The commands and options of `ladder`.
  public static let ladder = CommandTable(
    program: "ladder", summary: "Ladder times your workouts, counts your reps and ranks them.",
    main: .app,
    commands: [
      .start, .timer, .repeat, .history, .leaderboard, .challenges, .events, .log, .records,
      .summary, .exercises, .exercisesRename, .exercisesUndo, .plan, .next, .routines,
      .routinesExport,
      .routinesImport, .remind, .status, .race, .replay,
      .backup, .restore, .import, .export, .doctor, .demo, .play, .help, .join, .groups, .group,
      .groupInvite,
      .groupInvitations, .groupMembers, .groupRename, .groupRole, .groupRules, .groupRemove,
      .groupRemoveResult, .groupExport, .publish, .leave, .sync, .syncStatus, .syncDevices,
      .syncRemove, .syncLink, .syncWords, .syncKey, .syncRekey, .syncSettings, .man, .completions,
    ],
    commonOptions: [
      .person, .data, .ascii, .noColor, .plain, .theme, .noMouse, .noSync, .noKitty, .fps,
    ],
    manual: Manual(
      purpose: "time workouts, count reps and rank them",
      description: [
        "Ladder is a workout tracker that lives in the terminal: pick a challenge, press a key, count",
        "reps with one key while a clock runs, and find every workout on a leaderboard. Nothing leaves",
        "the machine until you join a group and publish a challenge.",
      ],
      sections: { ManualSections.all }),
    checkCommonOptions: { try $0.checkCommonOptions() })
}

/// The sections of the man page about keys, scripts and files.
private enum ManualSections {
  static var all: [String] { keys + scripts + redaction + files }

  private static var keys: [String] {
    [".SH KEYS", "The name of the action in the settings file is in brackets."]
      + AppTab.keys.sections.flatMap { section in
        [".SS \(section.title.roff)"]
          + section.rows.flatMap { row in
            let name = row.name.isEmpty ? "" : " [\(row.name)]"
            return [".TP", ".B \(row.keyNames.roff)", (row.label + name).roff]
          }
      }
  }

  private static var scripts: [String] {
    [
      ".SH SCRIPTS",
      "\\fBladder demo\\fR and \\fBladder play\\fR play scripts. Each line has one command, and comments start with #.",
      "An error names the file and the line. A script uses its own database, so your workouts are not",
      "changed. Without a terminal, or with \\-\\-speed max, it plays instantly and always with the same",
      "result.", ".br", ScriptBudget.summary.roff, ".br", Expectation.patternSummary.roff,
    ] + Script.grammar.flatMap { [".TP", ".B \($0.usage.roff)", $0.summary.roff] }
  }

  private static let redaction = [
    ".SH REDACTED RECORDINGS",
    "A session that is recorded with \\-\\-redact contains the size of the terminal, the time of the",
    "start, a seed, whether characters are ASCII, all settings except the name, valid key settings, the",
    "number of invalid lines in the settings file, the keys that were commands on their screen, with",
    "their times, the length of typed text, and mouse positions. Any other key is replaced or omitted.",
    "The copy of the database contains numbers, times in UTC, rep logs and identifiers; people and",
    "their challenges have numbers instead of names. A recording contains no notes on workouts, no",
    "paths except the name of that copy, no time zone, no usage log, and no last frame.",
  ]

  private static let files = [
    ".SH FILES", ".TP", ".I $XDG_DATA_HOME/ladder/ladder.db",
    "the database, unless \\-\\-data or LADDER_DATA names another folder", ".TP",
    ".I $XDG_DATA_HOME/ladder/ladder\\-before\\-*.db",
    "backups made before an update, a restore, a repair or the replacement of the file;",
    "the last three of each kind", ".TP", ".I $XDG_DATA_HOME/ladder/accounts.json",
    "the groups that you have joined, with their secrets and the key of your history", ".TP",
    ".I $XDG_DATA_HOME/ladder/screens.json",
    "the challenge that you opened last, and the filters of the leaderboard", ".TP",
    ".I $XDG_DATA_HOME/ladder/crash\\-report.txt",
    "the location of a crash in the program, without personal data; may be deleted", ".TP",
    ".I $XDG_CONFIG_HOME/ladder/settings",
    "settings, one \"name = value\" per line; keys as in \"key.rep = Space F5\",",
    "and commands for cues as in \"cue.say = espeak\\-ng {text}\"",
    ".TP", ".I $XDG_CONFIG_HOME/ladder/programs.txt",
    "your programs, as \\fBladder routines import\\fR adds them", ".TP",
    ".I $XDG_CONFIG_HOME/ladder/unsaved\\-*.json",
    "workouts that could not be saved in the database; the next start offers to resume them, and",
    "\\fBladder doctor \\-\\-repair\\fR imports them",
  ]
}

// MARK: - Options

extension Option {
  static let person = Option(
    "as", value: "NAME", summary: "your name; default: LADDER_USER, or your login")
  static let ascii = Option(
    "ascii", summary: "draw with ASCII characters only")
  static let noColor = Option(
    "no-color", summary: "draw without colors (NO_COLOR)")
  static let plain = Option(
    "plain", summary: "line by line, for screen readers and pipes")
  static let theme = Option(
    "theme", value: "NAME", values: Theme.Name.allCases.map(\.rawValue),
    summary: "terminal, dark, light or high-contrast")
  static let noMouse = Option(
    "no-mouse", summary: "leave the mouse to the terminal")
  static let noSync = Option(
    "no-sync", summary: "draw without synchronized output")
  static let noKitty = Option(
    "no-kitty", summary: "do not ask the terminal for key releases")
  static let fps = Option(
    "fps", value: "N", summary: "maximum frames per second, 1 to 100; default 50")
  static let ics = Option(
    "ics", summary: "print the open sessions for a calendar")
  static let week = Option(
    "week", summary: "this week only")
  static let live = Option(
    "live", summary: "without results that were typed in, edited or imported")
  static let clear = Option(
    "clear", summary: "delete all events")
  static let reps = Option(
    "reps", value: "N", summary: "the number of reps")
  static let time = Option(
    "time", value: "MM:SS", summary: "the time, as in 04:30 or 04:30.25")
  static let at = Option(
    "at", value: "WHEN", summary: "the time: \"2026-03-01 06:30\", 06:30 or yesterday")
  static let note = Option(
    "note", value: "TEXT", summary: "a note, in one line")
  static let rpe = Option(
    "rpe", value: "N", summary: "the effort from 1 to 10, in steps of 0.5")
  static let weight = Option(
    "weight", value: "W", summary: "your body weight, as in 82.5kg or 180lb")
  static let distance = Option(
    "distance", value: "D", summary: "the distance, as in 5km or 3.1mi")
  static let calories = Option(
    "calories", value: "C", summary: "the calories, as in 120kcal")
  static let exportFormat = Option(
    "format", value: "FORMAT", values: ExportFormat.allCases.map(\.rawValue),
    summary: "json, csv or jsonl; default: by FILE's ending, or json")
  static let since = Option(
    "since", value: "DAY", summary: "leave out workouts before this day")
  static let watch = Option(
    "watch", summary: "keep running, and print a line for each change")
  static let repair = Option(
    "repair", summary: "make a backup, then repair")
  static let list = Option(
    "list", summary: "list the demos")
  static let speed = Option(
    "speed", value: "SPEED", summary: "0.25 to 100; max: instantly, without display")
  static let record = Option(
    "record", value: "FILE", summary: "record a session; with demo and play: an .svg or .cast")
  static let redact = Option(
    "redact", summary: "record without personal data; see ladder man")
  static let shots = Option(
    "shots", value: "DIR", summary: "the folder for the script's pictures")
  static let year = Option("year", value: "Y", summary: "the year, as in 2026; default: this one")
  static let month = Option("month", value: "M", summary: "a month, as in 2026-03 or 3")
  static let summaryWeek = Option("week", value: "W", summary: "a week, as in 2026-W48")
  static let summaryFile = Option(
    "output", letter: "o", value: "FILE", summary: "write an .html, .svg, .png or .txt file")
  static let check = Option(
    "check", summary: "play instantly, and compare the pictures")
  static let raceStart = Option(
    "at", value: "TIME", summary: "start at this time of day, as in 18:30")
  static let group = Option(
    "group", value: "ID", summary: "the group, as \"ladder groups\" lists it")
  static let owner = Option("owner", summary: "make the member an owner of the group")
  static let cancel = Option("cancel", value: "ID", summary: "cancel the link with this ID")
  static let member = Option(
    "member", value: "MEMBER", summary: "the member to rename, instead of the group")
  static let zone = Option(
    "zone", value: "ZONE", summary: "the time zone of the weeks, as in Europe/Berlin")
  static let weekday = Option(
    "weekday", value: "DAY", values: Settings.WeekStart.allCases.map(\.rawValue),
    summary: "the first day of the weeks: monday, sunday or saturday")
  static let counts = Option(
    "counts", value: "RULE", values: CountingRule.allCases.map(\.rawValue),
    summary: "the workouts that count: all, or only live ones")
  static let rename = Option("rename", value: "NAME", summary: "a new name for the machine")
  static let here = Option(
    "here", summary: "leave without contacting the server")
  static let off = Option(
    "off", summary: "stop sharing, and withdraw shared workouts")
  static let everywhere = Option(
    "everywhere", summary: "remove all your machines and published workouts")
}

// MARK: - Values of the common options

extension ParsedArguments {
  /// Throws ``UsageError`` if the value of a common option is invalid.
  func checkCommonOptions() throws {
    _ = (try theme(), try framesPerSecond(), try person(), try dataFolder())
  }

  /// Returns the person of `--as`.
  func person() throws -> PersonName? {
    try self[.person].map { try PersonName($0, from: "--as", example: "--as Ann") }
  }

  func theme() throws -> Theme.Name? {
    guard let word = self[.theme] else { return nil }
    if let name = Theme.Name(rawValue: word) { return name }
    let names = Theme.Name.allCases.map(\.rawValue)
    throw UsageError(
      "there is no theme \(word.quoted); choose "
        + names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")")
  }

  func framesPerSecond() throws -> Int? {
    guard let word = self[.fps] else { return nil }
    guard let number = Int(word), (1...100).contains(number) else {
      throw UsageError("--fps must be a whole number from 1 to 100, not \(word.quoted)")
    }
    return number
  }
}
