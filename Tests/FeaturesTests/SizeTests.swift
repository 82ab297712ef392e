import Models
import ReducerTestSupport
import TerminalUI
import Testing

/// Tests that every screen draws complete frames at every size, with unusual names.
@Suite(.checksForLeaks)
@MainActor
struct SizeTests {
  /// Wide characters, stacked marks, right-to-left text, composed emoji, and control characters.
  nonisolated private static let names = [
    "腕立て伏せ腕立て伏せ腕立て伏せ腕立て伏せ", "e\u{301}\u{302}\u{303}\u{304}te\u{301}", "שלום עולם",
    "مرحبا", "👩‍👩‍👧 family", "a\u{202E}b\u{1B}[2J\u{200B}c", "नमस्ते", "한국어",
  ]

  private static let catalogue = Catalogue(
    names.enumerated().map { index, name in
      Challenge(
        id: Challenge.ID(rawValue: "c\(index)"), name: name, kind: .core,
        scoring: .reps(within: .seconds(60)), summary: name + " " + name, instructions: [name])
    })

  /// A leaderboard with all of these names.
  nonisolated private static var page: LeaderboardPage {
    let standings = names.enumerated().map { index, name in
      Standing(
        id: Int64(index), rank: index + 1, name: name,
        score: Score(reps: 10, duration: .seconds(60), rankKey: 0),
        achievedAt: .monday, isYou: index == 2, workout: Workout.sample().id)
    }
    return LeaderboardPage(
      standings: standings, next: nil, yourStanding: standings[2], participantCount: names.count,
      week: nil)
  }

  /// Expects whole characters in each row, and no missing cell.
  private func expectWhole(_ frame: Buffer, _ place: String) {
    for (y, line) in frame.lines.enumerated() {
      #expect(TextWidth.width(of: line) <= frame.size.width, "\(place), row \(y): \(line)")
      for x in 0..<frame.size.width where frame[x, y].isWide {
        let isWhole = x + 1 < frame.size.width && frame[x + 1, y].isContinuation
        #expect(isWhole, "\(place), row \(y), column \(x)")
      }
    }
  }

  @Test(arguments: [
    Size(200, 60), Size(120, 20), Size(100, 30), Size(80, 24), Size(60, 12), Size(41, 13),
    Size(40, 12), Size(39, 12), Size(40, 11), Size(20, 5), Size(7, 3), Size(1, 1), Size(300, 2),
  ])
  func `every screen is complete with any name at any size`(size: Size) async {
    let app = VirtualApp(size: size, catalogue: Self.catalogue) {
      $0.leaderboard.page = { _, _, _ in Self.page }
    }
    func check(_ place: String) { expectWhole(app.frame, "\(size), \(place)") }
    for _ in Self.names {
      check("catalogue")
      app.press(.down)
    }
    app.press(.home, .enter)
    check("challenge")
    app.press("s", "s")
    await app.advance(by: .milliseconds(1500))
    app.press(.space)
    check("workout")
    app.press(.escape)
    check("question")
    app.press(.enter)
    check("saved")
    app.press("2")
    check("leaderboard")
    app.press("3")
    check("profile")
    app.press("?")
    check("help")
  }

  @Test func `a terminal that is too small says whether a workout is running`() async {
    let app = VirtualApp(size: Size(30, 8))
    #expect(app.shows("Needs 40x12") && !app.shows("The workout"))
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(1))
    app.press("2")
    #expect(app.shows("The workout is running"))
    app.press("1", "p", "2")
    #expect(app.shows("The workout is paused"))
  }

  @Test func `columns stay aligned with any name`() {
    let app = VirtualApp(catalogue: Self.catalogue) {
      $0.leaderboard.page = { _, _, _ in Self.page }
    }
    app.press("2")
    let rows = app.lines.filter { $0.contains("10 reps") && $0.contains("2026") }
    #expect(rows.count == Self.names.count)
    let columns = rows.map { row in
      TextWidth.width(of: row[..<(row.range(of: "10 reps")?.lowerBound ?? row.startIndex)])
    }
    #expect(Set(columns).count == 1, "\(rows)")
  }

  @Test func `frames are complete after resizes at any time`() async {
    let app = VirtualApp(catalogue: Self.catalogue)
    app.press(.enter, "s", "s")
    for width in stride(from: 1, through: 120, by: 7) {
      for height in [1, 2, 5, 11, 12, 24, 50] {
        app.resize(to: Size(width, height))
        expectWhole(app.frame, "\(width)x\(height)")
      }
    }
    app.resize(to: Size(80, 24))
    await app.advance(by: .seconds(1))
    #expect(app.shows("00:01.00"))
  }
}
