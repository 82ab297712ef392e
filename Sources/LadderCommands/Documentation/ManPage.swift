import Features
import Scripting
import TerminalUI

/// The man page, generated from the tables that parse the command line and handle the keys.
enum ManPage {
  static var text: String {
    ([".TH LADDER 1 \"\" \"ladder \(version)\"", ".SH NAME"]
      + ["ladder \\- time workouts, count reps and rank them"]
      + synopsis + [".SH DESCRIPTION"] + description + commands + options + keys + scripts
      + redaction + files)
      .joined(separator: "\n") + "\n"
  }

  private static let description = [
    "Ladder is a workout tracker that lives in the terminal: pick a challenge, press a key, count",
    "reps with one key while a clock runs, and find every workout on a leaderboard that never",
    "leaves the machine.",
  ]

  private static var synopsis: [String] {
    [".SH SYNOPSIS", ".B ladder", ".RI [ options ]"]
      + CommandTable.verbs.flatMap { verb in
        [".br", ".B ladder \(verb.name.roff)"]
          + (verb.operand.map { [".I \($0.usage)"] } ?? [])
      }
  }

  private static var commands: [String] {
    [".SH COMMANDS"]
      + CommandTable.verbs.flatMap { verb in
        [".TP", ".B \(verb.usage.roff)", verb.summary.roff]
      }
  }

  private static var options: [String] {
    [".SH OPTIONS", "They may stand before or after the command."]
      + Option.all.flatMap { option in
        let letter = option.letter.map { "-\($0), " } ?? ""
        let verbs = option.verbs.map(\.name)
        let scope = verbs.isEmpty ? "" : " (with \(verbs.joined(separator: ", ")))"
        return [".TP", ".B \((letter + option.usage).roff)", (option.summary + scope).roff]
      }
  }

  private static var keys: [String] {
    [".SH KEYS", "In brackets is the name that the settings file knows."]
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
      "What \\fBladder demo\\fR and \\fBladder play\\fR play: a command a line, comments behind #. An error",
      "names the file and the line. A script lives in a world of its own: no workout of yours is",
      "touched, and without a terminal, or with \\-\\-speed max, it plays at once and always",
      "the same way.", ".br", ScriptBudget.summary.roff, ".br", Expectation.patternSummary.roff,
    ] + Script.grammar.flatMap { [".TP", ".B \($0.usage.roff)", $0.summary.roff] }
  }

  private static let redaction = [
    ".SH REDACTED RECORDINGS",
    "A session that is recorded with \\-\\-redact has: the size of the terminal, the time at which it",
    "began, a seed, whether characters are ASCII, settings but for the name, keys that are chosen and",
    "can be read, the number of lines of the settings that cannot be, keys that were commands where",
    "they were pressed, with their times, the length of what was typed, and where the mouse was. Any",
    "other key has another in its place, or is left out. The copy of the database has numbers, times",
    "in UTC, rep logs and identifiers; people and their challenges have numbers for names. There are",
    "no notes on workouts, no paths but the name of that copy, no time zone, no usage log, and no last",
    "frame.",
  ]

  private static let files = [
    ".SH FILES", ".TP", ".I $XDG_DATA_HOME/ladder/ladder.db",
    "the workouts; or where \\-\\-data or LADDER_DATA says", ".TP",
    ".I ladder\\-before\\-*.db",
    "beside it: what it was before an update, a restore, a repair, or before its file was replaced;",
    "the last three of each", ".TP",
    ".I $XDG_DATA_HOME/ladder/crash\\-report.txt",
    "where in the program a crash was, without names; may be deleted", ".TP",
    ".I $XDG_CONFIG_HOME/ladder/settings",
    "settings, a \"name = value\" a line; keys as in \"key.rep = Space F5\"",
    ".TP", ".I $XDG_CONFIG_HOME/ladder/unsaved\\-*.json",
    "workouts that the database had no room for; the next start offers them, and",
    "\\fBladder doctor \\-\\-repair\\fR brings them into the database",
    ".SH EXIT STATUS",
    "0 on success, 1 on failure, 2 on a usage error.",
  ]
}

extension String {
  /// The text with roff's special characters escaped, for any position in a line.
  var roff: String {
    var text = ""
    for character in self {
      switch character {
      case "\\": text += "\\e"
      case "-": text += "\\-"
      case "'": text += "\\(aq"
      case "^": text += "\\(ha"
      case "~": text += "\\(ti"
      case "`": text += "\\(ga"
      case "\"": text += "\\(dq"
      default: text.append(character)
      }
    }
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
