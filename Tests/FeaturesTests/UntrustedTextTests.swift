import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import CatalogueFeatures
@testable import TimerFeatures

/// Tests that every screen draws complete frames with unusual and hostile texts.
@Suite(.checksForLeaks)
@MainActor
struct UntrustedTextTests {
  /// Wide characters, stacked marks, right-to-left text, composed emoji, and control characters.
  nonisolated private static let texts = [
    "腕立て伏せ腕立て伏せ腕立て伏せ腕立て伏せ", "e\u{301}\u{302}\u{303}\u{304}\u{305}te\u{301}",
    "שלום עולם", "مرحبا بالعالم", "👩‍👩‍👧 family 🇩🇪", "a\u{202E}b\u{1B}[2J\u{200B}c\r\nd",
    "नमस्ते दुनिया", "한국어 \u{115F}x", "\u{301}first", "x\u{7F}\u{9B}31m\u{FEFF}", "ＦＵＬＬ",
  ]
  nonisolated private static let long = texts.joined(separator: " ")

  private static func app(_ size: Size) -> VirtualApp {
    let challenges = texts.enumerated().map { index, text in
      Challenge(
        id: Challenge.ID(rawValue: "own-\(index)"), name: text, kind: .core,
        scoring: .reps(within: .seconds(60)), summary: long, instructions: [text, long])
    }
    let app = VirtualApp(size: size, catalogue: Catalogue(challenges)) {
      $0.leaderboard.page = { _, _, _ in page }
      $0.leaderboard.workout = { _ in
        .sample(challenge: "own-0", reps: Array(1...60).map { $0 * 90 }, duration: .seconds(6))
      }
      $0.systemInformation.read = {
        SystemInformation(texts.map { .init($0, long) })
      }
      $0.settings.save = { _ in
        throw SettingsError(operation: .write, path: "/\(long)", code: 28, message: long)
      }
    }
    app.memory.storage.withLock { storage in
      storage.finished = texts.indices.map { .sample($0, challenge: .init(rawValue: "own-\($0)")) }
    }
    return app
  }

  nonisolated private static var page: LeaderboardPage {
    let standings = texts.enumerated().map { index, text in
      Standing(
        id: Int64(index), rank: index + 1, name: text,
        score: Score(reps: 10, duration: .seconds(60), rankKey: 0), achievedAt: .monday,
        isYou: index == 2, workout: UUID(0))
    }
    return LeaderboardPage(
      standings: standings, next: nil, yourStanding: standings[2], participantCount: texts.count,
      week: nil)
  }

  /// Visits every screen and calls `check` on each.
  private static func walk(_ app: VirtualApp, _ check: (String) -> Void) async {
    func press(_ place: String, _ keys: Key...) {
      for key in keys { app.press(key) }
      check(place)
    }
    func paste(_ place: String) {
      app.send(.paste(long))
      check(place)
    }
    press("catalogue", .end)
    press("search", "/")
    paste("searched")
    press("challenge editor", .escape, "a")
    paste("challenge editor, filled in")
    press("kind", .tab, .right)
    press("name error", .enter)
    press("custom challenge", .escape, .enter)
    press("countdown", "s")
    press("workout", "s", .space, "+")
    await app.advance(by: .milliseconds(1500))
    press("full screen", .space, "f", .space)
    press("paused", .escape, "p")
    press("leaving", .escape)
    press("saved", "s")
    press("note", "e")
    paste("note, filled in")
    press("noted", .enter)
    press("rest, skipped", "R")
    press("rest", "R")
    await app.advance(by: .seconds(90))
    check("rest, over")
    press("challenge, done", .escape)
    press("video", "v")
    press("test", "p", "t", "s", .space, .space)
    press("test, done", "s")
    press("plan", .escape)
    press("plan, its end", .end)
    press("set", "n", "s")
    press("set in full screen", "f")
    press("set, done", .escape, .space)
    press("plan, in progress", .escape, "l")
    press("plan, ended", "d")
    press("plan, restored", "u")
    press("challenge with a plan", .escape)
    press("next session", .escape)
    press("challenge with a chart", .enter)
    press("ghost race", "g", "s", .space)
    press("quitting", "q")
    press("discarded", .escape, .escape, .delete)
    press("history", .escape, "h", "j", "j")
    press("workout's page", .enter)
    press("workout editor", "e")
    paste("workout editor, filled in")
    press("correction error", .enter)
    press("deleted", .escape, .escape, "d")
    press("restored", "u")
    press("leaderboard", .escape, "2", "j", "j")
    press("another person's page", .enter)
    press("replay", .enter)
    await app.advance(by: .seconds(2))
    check("replay, playing")
    press("race against an opponent", .escape, .escape, .home, "g", "s", .space, "+")
    await app.advance(by: .seconds(2))
    press("race in full screen", "f")
    press("race, lost", .escape, "s")
    press("profile", .escape, "3", .end)
    press("settings", ",")
    press("name", .enter)
    paste("name, typed")
    press("a failure", .enter)
    press("a failure, copied", "c")
    press("about", .escape, "i")
    press("help", .escape, .escape, "?", .end)
  }

  /// Expects rows as wide as the terminal, both halves of each wide character, and no control characters.
  private static func expectWhole(_ frame: Buffer, _ place: String) {
    for y in 0..<frame.size.height {
      var columns = 0
      var x = 0
      while x < frame.size.width {
        let cell = frame[x, y]
        let isSafe = cell.scalars.allSatisfy {
          ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
            $0.properties.generalCategory)
        }
        let isWhole =
          cell.isWide ? x + 1 < frame.size.width && frame[x + 1, y].isContinuation : true
        let width = TextWidth.width(of: cell.text)
        guard !cell.isContinuation, isSafe, isWhole, width == Int(cell.width) else {
          Issue.record("\(place), row \(y), column \(x): \(cell.text.debugDescription)")
          return
        }
        columns += width
        x += width
      }
      #expect(columns == frame.size.width, "\(place), row \(y)")
    }
  }

  nonisolated private static let usualSizes = [Size(40, 12), Size(80, 24)]
  nonisolated private static let otherSizes = [
    Size(41, 13), Size(57, 12), Size(100, 30), Size(133, 17), Size(200, 60),
  ]

  @Test(
    arguments: TestSize.choose(
      test: usualSizes, check: usualSizes + otherSizes))
  func `every screen is complete at every size`(size: Size) async {
    let app = Self.app(size)
    await Self.walk(app) { Self.expectWhole(app.frame, "\(size), \($0)") }
  }

  @Test(.checkOnly, arguments: [UInt64(1), 2, 3])
  func `every screen is complete after random resizes`(seed: UInt64) async {
    let app = Self.app(Size(80, 24))
    var generator = SeededGenerator(state: seed)
    await Self.walk(app) { place in
      for _ in 0..<5 {
        let size = Size(
          .random(in: 1...200, using: &generator), .random(in: 1...60, using: &generator))
        app.resize(to: size)
        Self.expectWhole(app.frame, "\(size), \(place)")
      }
    }
  }

  @Test func `the walk visits every screen`() async {
    let app = Self.app(Size(100, 30))
    var screens: [String: String] = [:]
    await Self.walk(app) { screens[$0] = app.text }
    for (place, words) in [
      ("search", "/"), ("kind", "Core  <>"),
      ("name error", "Name: a name is at most"),
      ("correction error", "Reps: must be"),
      ("custom challenge", "Scored by"), ("workout", "REPS"), ("full screen", "REPS"),
      ("paused", "PAUSED"), ("leaving", "keep going"), ("saved", "Saved"),
      ("note, filled in", "> Note"),
      ("noted", "Note: "),
      ("rest", "Rest 1:30"), ("rest, over", "Rest is over"), ("test", "Test"),
      ("test, done", "Your plan is now"), ("plan", "of rest between sets"),
      ("plan, its end", "test again"), ("set", "Set 1/3"), ("set in full screen", "set 1/3"),
      ("set, done", "Set 1 of 3 is done"), ("plan, in progress", "at set 2"),
      ("plan, ended", "Plan ended"), ("plan, restored", "Restored"),
      ("challenge with a plan", "your plan"), ("next session", "Next, "),
      ("challenge with a chart", "Your reps"), ("race against an opponent", "ahead of"),
      ("race in full screen", "behind"), ("race, lost", "behind"),
      ("ghost race", "your best"), ("quitting", "Quit?"), ("discarded", "Discarded"),
      ("history", "newest first"), ("workout editor", "Started"), ("deleted", "restores it"),
      ("restored", "Restored"), ("leaderboard", "You're 3rd"),
      ("replay", "REPLAY"), ("settings", "Minimum rep gap"), ("a failure", "Something went wrong"),
      ("a failure, copied", "Sent to the terminal"), ("about", "About Ladder"), ("help", "Keys"),
    ] {
      #expect(screens[place]?.contains(words) == true, "\(place): \(screens[place] ?? "")")
    }
  }
}

/// A random number generator with the same values on every machine.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
