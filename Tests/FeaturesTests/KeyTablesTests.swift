import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Features

/// Tests of the tables in `docs/KEYS.md`. They are generated from the app's key table; `make golden` writes them.
@Suite(.checksForLeaks)
@MainActor
struct KeyTablesTests {
  private static let file = #filePath.replacing(
    "Tests/FeaturesTests/KeyTablesTests.swift", with: "docs/KEYS.md")

  @Test func `the document lists every key`() {
    #expect(GeneratedText("keys", in: Self.file).matches(Self.tables.joined(separator: "\n")))
  }

  @Test func `rows of one screen are not under Everywhere`() {
    for row in AppTab.keys.rows where row.screen != nil {
      #expect(row.section != "Everywhere", "\(row.label)")
    }
  }

  private static var tables: [String] {
    AppTab.keys.sections.map { section in
      let rows = section.rows.map { "| `\($0.keyNames)` | \($0.label) | \(name($0)) |" }
      return
        (["## \(section.title)", "", "| Keys | Action | Name in the settings |", "|---|---|---|"]
        + rows).joined(separator: "\n") + "\n"
    }
  }

  private static func name(_ row: KeyRow) -> String { row.name.isEmpty ? "" : "`\(row.name)`" }
}
