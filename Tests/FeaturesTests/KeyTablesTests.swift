import ReducerTestSupport
import SystemTestSupport
import Testing

@testable import AppFeatures
@testable import TerminalUI

/// Tests of the key table in `docs/GUIDE.md`, which `make golden` generates from the app's key table.
@Suite(.checksForLeaks)
@MainActor
struct KeyTablesTests {
  private static let file = #filePath.replacing(
    "Tests/FeaturesTests/KeyTablesTests.swift", with: "docs/GUIDE.md")

  @Test func `the document lists every key`() {
    #expect(GeneratedText("keys", in: Self.file).matches(Self.table))
  }

  @Test func `rows of one screen are not under Everywhere`() {
    for row in AppTab.keys.rows where row.screen != nil {
      #expect(row.section != "Everywhere", "\(row.label)")
    }
  }

  /// The table of the screens. Screens with the same keys share a row.
  private static var table: String {
    var rows: [(titles: [String], keys: String)] = []
    for section in AppTab.keys.sections {
      let keys = section.rows.map { "`\($0.keyNames)` \($0.label)\(settingName(of: $0))" }
        .joined(separator: ", ")
      if let index = rows.firstIndex(where: { $0.keys == keys }) {
        rows[index].titles.append(section.title.prefix(1).lowercased() + section.title.dropFirst())
      } else {
        rows.append(([section.title], keys))
      }
    }
    return "| Screen | Keys |\n|---|---|\n"
      + rows.map { "| \($0.titles.joined(separator: ", ")) | \($0.keys) |\n" }.joined()
  }

  /// Returns a row's name in the settings, in parentheses, if it differs from the hyphenated label.
  private static func settingName(of row: KeyRow) -> String {
    guard !row.name.isEmpty else { return " (fixed)" }
    return row.name == Hint.name(of: row.label) ? "" : " (`\(row.name)`)"
  }
}
