import Models
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import AppFeatures

/// Tests that the keys and settings in documents for users exist.
@Suite(.checksForLeaks)
@MainActor
struct DocumentKeysTests {
  private nonisolated static let documents = [
    "README.md", "docs/GUIDE.md", "docs/WORKOUTS.md", "docs/DATA.md",
  ]
  .map(Document.init)

  private static let arrows = ["←": Key.left, "→": .right, "↑": .up, "↓": .down]

  /// Single characters in backticks that are not keys: marks in lists, units, and characters of texts.
  private static let signs: Set = ["*", "~", "^", "x", "×", "m", "#", "=", "@"]

  @Test(.checkOnly, arguments: documents)
  func `a key in a document exists in the app`(document: Document) {
    let known = Set(AppTab.keys.rows.flatMap(\.keys)).union([.control("z")])
    var count = 0
    for code in document.codes where !Self.signs.contains(code) {
      guard let key = Self.arrows[code] ?? Key(name: code) else { continue }
      #expect(known.contains(key), "\(document): \(code)")
      count += 1
    }
    #expect(count > 0 || document.path == "docs/DATA.md")
  }

  @Test(.checkOnly, arguments: Document.all)
  func `a setting in a document is valid`(document: Document) {
    let lines = document.codes + document.blocks.filter { $0.language == "text" }.flatMap(\.lines)
    for line in lines where Self.isSetting(line) {
      let text = SettingsText(line)
      let keys = KeySettings(text.keyEntries, for: AppTab.keys.rows)
      #expect(text.problems.isEmpty && keys.problems.isEmpty, "\(document): \(line)")
    }
  }

  @Test func `the guide has settings of each kind`() {
    let guide = Document("docs/GUIDE.md")
    let settings = (guide.codes + guide.blocks.flatMap(\.lines)).filter(Self.isSetting)
    for beginning in ["goal", "training-days", "unit", "key.", "cue.", "variations."] {
      #expect(settings.contains { $0.hasPrefix(beginning) }, "\(beginning)")
    }
  }

  @Test(.checkOnly, arguments: documents.filter { $0.path != "docs/DATA.md" })
  func `a hyphenated word in a document is a name in the app`(document: Document) {
    let known = Set(Settings.Field.allCases.map(\.rawValue) + AppTab.keys.rows.map(\.name))
      .union(AppTab.keys.rows.map(\.keyNames)).union(["push-up", "pull-up", "ncurses-term"])
      .union(ImportFormat.Column.allCases.map(\.rawValue))
      .union(CueProgram.allCases.map(\.rawValue))
    for code in document.codes where Self.isHyphenated(code) {
      let isKnown = known.contains(code)
      #expect(isKnown, "\(document): \(code)")
    }
  }

  /// Returns whether a text is a setting such as `goal = 4 workouts`, and not the description of the syntax.
  private static func isSetting(_ text: String) -> Bool {
    guard let equals = text.firstRange(of: " = "), text != "key = value" else { return false }
    return text[..<equals.lowerBound].allSatisfy { $0.isLowercase || $0 == "-" || $0 == "." }
  }

  private static func isHyphenated(_ text: String) -> Bool {
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    return words.count > 1 && words.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isLowercase) }
  }
}
