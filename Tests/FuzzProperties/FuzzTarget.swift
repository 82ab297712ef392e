/// A parser of untrusted bytes, with a property that must hold for every input.
///
/// The one place of these properties: fuzzers look for bytes that break them, and the tests try the corpus that fuzzers
/// have left.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A terminal's bytes, with kitty's keyboard, mouse and paste among them.
  case keys
  /// A script.
  case script
  /// A settings file.
  case settings
  /// Short texts that are typed, or kept in a database: names, times, dates, rounds.
  case words
  /// The width of a text, and the cells it is written into.
  case text
  /// Views in a rectangle.
  case layout
  /// The bytes and the JSON of a rep log, and what is worked out of one.
  case log
  /// A catalogue of challenges in JSON.
  case catalogue
  /// A write-ahead log or a journal beside a database.
  case companions
  /// A file that is to be restored.
  case backup
  /// A script that is played, with those it includes.
  case session

  /// Throws what does not hold of `bytes`.
  ///
  /// - Throws: ``Broken``.
  @MainActor
  public func check(_ bytes: [UInt8]) async throws(Broken) {
    switch self {
    case .keys: try checkKeys(bytes)
    case .script: try checkScript(bytes)
    case .settings: try checkSettings(bytes)
    case .words: try checkWords(bytes)
    case .text: try checkText(bytes)
    case .layout: try checkLayout(bytes)
    case .log: try checkLog(bytes)
    case .catalogue: try checkCatalogue(bytes)
    case .companions: try await checkCompanions(bytes)
    case .backup: try await checkBackup(bytes)
    case .session: try await checkSession(bytes)
    }
  }
}

/// A property that does not hold.
public struct Broken: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws `words` unless it is so.
func expect(_ isSo: Bool, _ words: @autoclosure () -> String) throws(Broken) {
  if !isSo { throw Broken(words()) }
}

extension [UInt8] {
  /// The bytes as a text; those that are not UTF-8 become U+FFFD.
  var asText: String { String(decoding: self, as: UTF8.self) }
}

extension String {
  /// Whether it has nothing that a terminal obeys, or hides.
  var isOnlyText: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }
}
