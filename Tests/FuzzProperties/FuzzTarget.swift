/// A parser of untrusted bytes, with a property that must hold for every input.
///
/// Fuzzers search for inputs that violate the property. Tests check it with the inputs in `Tests/Corpus`.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A terminal's input, including kitty's keyboard protocol, the mouse and pastes.
  case keys
  /// A script.
  case script
  /// A settings file.
  case settings
  /// Short texts that are typed or stored in a database: names, times, dates, rounds.
  case words
  /// The text of a routine, and a workout that follows the routine.
  case routine
  /// A set of an exercise as it is typed.
  case set
  /// A progression rule as it is typed.
  case rule
  /// The width of a text, and its cells.
  case text
  /// Views in a rectangle.
  case layout
  /// The bytes of a workout's log, and computations on the log.
  case log
  /// A write-ahead log or a journal beside a database.
  case companions
  /// A backup to restore.
  case backup
  /// An export to import.
  case export
  /// A script to play, with the scripts that it includes.
  case session
  /// A file to import from another program.
  case `import`

  /// Checks the property for `bytes`.
  ///
  /// - Throws: ``PropertyViolation`` if the property is violated.
  @MainActor
  public func check(_ bytes: [UInt8]) async throws(PropertyViolation) {
    switch self {
    case .keys: try checkKeys(bytes)
    case .script: try checkScript(bytes)
    case .settings: try checkSettings(bytes)
    case .words: try checkWords(bytes)
    case .routine: try checkRoutine(bytes)
    case .set: try checkSet(bytes)
    case .rule: try checkRule(bytes)
    case .text: try checkText(bytes)
    case .layout: try checkLayout(bytes)
    case .log: try checkLog(bytes)
    case .companions: try await checkCompanions(bytes)
    case .backup: try await checkBackup(bytes)
    case .export: try checkExport(bytes)
    case .session: try await checkSession(bytes)
    case .import: try checkImport(bytes)
    }
  }
}

/// A violation of a property.
public struct PropertyViolation: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws ``PropertyViolation`` with `message` if `condition` is false.
func expect(
  _ condition: Bool, _ message: @autoclosure () -> String
) throws(PropertyViolation) {
  if !condition { throw PropertyViolation(message()) }
}

extension [UInt8] {
  /// The bytes as a text; bytes that are not UTF-8 become U+FFFD.
  var asText: String { String(decoding: self, as: UTF8.self) }
}

extension String {
  /// Whether the text has no control characters and no invisible characters.
  var isOnlyText: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }
}
