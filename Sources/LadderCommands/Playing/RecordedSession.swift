import ClientsLive
import Features
import Files
import FoundationEssentials
import Glibc
import Models
import Scripting
import TerminalHost
import TerminalUI

/// A session that is being written down as a script.
struct RecordedSession {
  /// Where it is to go.
  struct Options: Hashable {
    var path: String
    /// Whether names and typed texts are hidden.
    var isRedacted: Bool
  }

  let writer: ScriptWriter
  let isRedacted: Bool
  let time: ScriptedTime
  private let setup: Script.Setup

  /// Begins the script.
  ///
  /// - Parameter setup: What the session begins with, as ``setup(_:_:_:)`` has it.
  init(_ recording: Options, _ setup: Script.Setup, to writer: ScriptWriter) {
    isRedacted = recording.isRedacted
    self.writer = writer
    time = ScriptedTime(start: setup.clock, seed: setup.seed, on: LoopClock())
    self.setup = setup
    writer.write(
      isRedacted
        ? """
        # Recorded by Ladder \(version). To see it again: ladder play FILE
        # Redacted: names are numbers, what was typed is hidden, and times are those of UTC.


        """
        : """
        # Recorded by Ladder \(version). To see it again: ladder play \(recording.path.escapedText)


        """)
  }

  /// What a session begins with now. The database it begins with is copied to a file beside the script's.
  ///
  /// The parts that may stay in a redacted one are named here and in ``SnapshotStore``: all
  /// else is left out.
  ///
  /// - Throws: `DatabaseError`.
  static func setup(
    _ recording: Options, _ launch: LaunchOptions, _ stores: Stores
  ) throws -> Script.Setup {
    var setup = Script.Setup()
    setup.clock = Date().roundedToMilliseconds
    setup.seed = UInt64.random(in: 0...UInt64.max)
    if !recording.isRedacted { setup.zone = zone ?? "UTC" }
    setup.person = launch.person
    setup.settings = launch.recordedSettings
    // They name the file, and quote what is in it.
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

  /// The app, watched.
  @MainActor
  func program(_ app: AppProgram, isASCII: Bool) -> SessionRecorder {
    var setup = setup
    setup.locale = isASCII ? "C" : "C.UTF-8"
    return SessionRecorder(app, setup: setup, time: time, to: writer, isRedacted: isRedacted)
  }

  /// The time zone's name, as far as the system tells it.
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
  /// The settings that are not as usual in this session, by the file or the command line.
  fileprivate var recordedSettings: [Script.Setting] {
    let values = settings.settings
    var lines = Settings.Field.allCases
      .filter { $0 != .name && values.text(of: $0) != Settings().text(of: $0) }
      .map { ($0.rawValue, values.text(of: $0)) }
    if let theme { lines.append((Settings.Field.theme.rawValue, theme.rawValue)) }
    if !isColored { lines.append((Settings.Field.color.rawValue, "off")) }
    // Those that hold: of a line that cannot be read a script could not be read either.
    lines += keys.names.map { name in
      (SettingsText.KeyEntry.prefix + name, (keys[name] ?? []).map(\.name).joined(separator: " "))
    }
    return lines.map { Script.Setting(line: .init(0, in: ""), key: $0.0, value: $0.1) }
  }
}
