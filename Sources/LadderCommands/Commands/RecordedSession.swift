import AppFeatures
import ClientsLive
import CommandLineInterface
import Files
import FoundationEssentials
import Glibc
import Models
import SQLite
import Scripting
import TerminalHost
import TerminalUI

/// A session that is recorded as a script.
struct RecordedSession {
  /// The options of a recording.
  struct Options: Hashable {
    var path: String
    /// Whether to omit names and typed texts.
    var isRedacted: Bool
  }

  let writer: ScriptWriter
  let isRedacted: Bool
  let time: ScriptedTime
  private let setup: Script.Setup

  /// Creates a recording and writes the beginning of the script.
  ///
  /// - Parameter setup: The initial state of the session from ``setup(_:_:_:)``.
  init(_ recording: Options, _ setup: Script.Setup, to writer: ScriptWriter) {
    isRedacted = recording.isRedacted
    self.writer = writer
    time = ScriptedTime(start: setup.clock, seed: setup.seed, on: LoopClock())
    self.setup = setup
    writer.write(
      isRedacted
        ? """
        # Recorded by Ladder \(Build.current.version). To see it again: ladder play FILE
        # Redacted: names are numbers, typed text is hidden, and times are in UTC.


        """
        : """
        # Recorded by Ladder \(Build.current.version). To see it again: ladder play \(recording.path.escapedText)


        """)
  }

  /// Returns the initial state of a session that starts now, and copies the database to a file next to the script.
  ///
  /// A redacted recording contains only the data that is listed here and in `SnapshotStore`.
  ///
  /// - Throws: `DatabaseError`.
  static func setup(
    _ recording: Options, _ launch: LaunchOptions, _ stores: Connection
  ) throws -> Script.Setup {
    var setup = Script.Setup()
    setup.clock = Date().roundedToMilliseconds
    setup.seed = UInt64.random(in: 0...UInt64.max)
    if !recording.isRedacted { setup.zone = zone ?? "UTC" }
    setup.person = launch.person
    setup.settings = launch.recordedSettings(isRedacted: recording.isRedacted)
    // Problems contain the path of the settings file and quote its contents.
    setup.problems = launch.settings.problems.map {
      recording.isRedacted ? "a line of the settings cannot be read" : $0
    }
    if try !stores.snapshots.isUnused() {
      let copy = recording.path + ".db"
      setup.person = try stores.snapshots.write(
        to: copy, isRedacted: recording.isRedacted, person: launch.person)
      let name = copy.lastIndex(of: "/").map { String(copy[copy.index(after: $0)...]) } ?? copy
      setup.database = .copy(path: name, Script.Line(0, in: recording.path))
    } else if recording.isRedacted {
      setup.person = PersonName("Person 1")
    }
    return setup
  }

  /// Returns a program that runs the app and records it.
  @MainActor
  func program(_ app: AppProgram, isASCII: Bool) -> SessionRecorder {
    var setup = setup
    setup.locale = isASCII ? "C" : "C.UTF-8"
    return SessionRecorder(app, setup: setup, time: time, to: writer, isRedacted: isRedacted)
  }

  /// The name of the time zone, if known.
  private static var zone: String? {
    let root = "zoneinfo/"
    if let variable = getenv("TZ").map({ String(cString: $0) }), !variable.isEmpty {
      let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
      return access("/usr/share/\(root)\(name)", R_OK) == 0 ? name : nil
    }
    guard let target = realPath("/etc/localtime") else { return nil }
    return target.ranges(of: root).last.map { String(target[$0.upperBound...]) }
  }
}

extension LaunchOptions {
  /// Returns the settings from the file and the command line that differ from the defaults.
  ///
  /// - Parameter isRedacted: Whether to omit a program with a name that the person chose.
  fileprivate func recordedSettings(isRedacted: Bool) -> [Script.Setting] {
    var values = settings.settings
    if isRedacted, let program = values.program, TrainingProgram.standard.named(program.name) == nil
    {
      values.program = nil
    }
    var lines = Settings.Field.allCases
      .filter { $0 != .name && values.text(of: $0) != Settings().text(of: $0) }
      .map { ($0.rawValue, values.text(of: $0)) }
    if let theme { lines.append((Settings.Field.theme.rawValue, theme.rawValue)) }
    if !isColored { lines.append((Settings.Field.color.rawValue, "off")) }
    // Only valid key settings are recorded, because a script with an invalid one can't be parsed.
    lines += keys.names.map { name in
      (SettingsText.KeyEntry.prefix + name, (keys[name] ?? []).map(\.name).joined(separator: " "))
    }
    return lines.map { Script.Setting(line: .init(0, in: ""), key: $0.0, value: $0.1) }
  }
}
