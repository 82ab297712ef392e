import CommandLineInterface
import Features
import Scripting
import TerminalUI

extension CommandTable {
  /// The commands and options of `ladder`.
  public static let ladder = CommandTable(
    program: "ladder", summary: "Ladder times your workouts, counts your reps and ranks them.",
    main: AppCommand.self,
    commands: [
      StartCommand.self, TimerCommand.self, RepeatCommand.self, HistoryCommand.self,
      LeaderboardCommand.self, ChallengesCommand.self, EventsCommand.self, LogCommand.self,
      RecordsCommand.self, ExercisesCommand.self, ExercisesRenameCommand.self,
      ExercisesUndoCommand.self, PlanCommand.self, RemindCommand.self, StatusCommand.self,
      ReplayCommand.self, BackupCommand.self, RestoreCommand.self, DoctorCommand.self,
      DemoCommand.self, PlayCommand.self, HelpCommand.self, JoinCommand.self, GroupsCommand.self,
      PublishCommand.self, LeaveCommand.self, SyncCommand.self, SyncStatusCommand.self,
      SyncDevicesCommand.self, SyncRemoveCommand.self, SyncLinkCommand.self, SyncWordsCommand.self,
      SyncKeyCommand.self, SyncRekeyCommand.self, SyncSettingsCommand.self, ManCommand.self,
      CompletionsCommand.self,
    ],
    commonOptions: [
      .person, .data, .ascii, .noColor, .plain, .theme, .noMouse, .noSync, .noKitty, .fps,
    ],
    manual: Manual(
      purpose: "time workouts, count reps and rank them",
      description: [
        "Ladder is a workout tracker that lives in the terminal: pick a challenge, press a key, count",
        "reps with one key while a clock runs, and find every workout on a leaderboard that never",
        "leaves the machine.",
      ],
      sections: { ManualSections.all }))
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
      "\\fBladder demo\\fR and \\fBladder play\\fR play scripts. A line has one command, and comments start with #.",
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
    ".I ladder\\-before\\-*.db",
    "beside it: backups made before an update, a restore, a repair or the replacement of the file;",
    "the last three of each kind", ".TP",
    ".I $XDG_DATA_HOME/ladder/crash\\-report.txt",
    "the place of a crash in the program, without personal data; may be deleted", ".TP",
    ".I $XDG_CONFIG_HOME/ladder/settings",
    "settings, a \"name = value\" a line; keys as in \"key.rep = Space F5\",",
    "and commands for cues as in \"cue.say = espeak\\-ng {text}\"",
    ".TP", ".I $XDG_CONFIG_HOME/ladder/unsaved\\-*.json",
    "workouts that could not be saved in the database; the next start offers them, and",
    "\\fBladder doctor \\-\\-repair\\fR imports them",
  ]
}
