import ClientsLive
import Models
import Testing

@testable import ladder

struct InvocationTests {
  private func parse(_ line: String) throws -> Invocation {
    try Invocation(arguments: ["ladder"] + line.split(separator: " ").map(String.init))
  }

  @Test func theScreensAreTheDefault() throws {
    #expect(try parse("") == Invocation(command: .app))
    #expect(try Invocation(arguments: []) == Invocation(command: .app))
    #expect(
      try parse("--as Ann --ascii --no-color --data /d")
        == Invocation(
          command: .app, person: PersonName("Ann"), dataFolder: DataFolder(path: "/d"),
          isASCII: true, isColorless: true))
  }

  @Test func commandsTakeTheirOptions() throws {
    let pushups = try #require(Catalogue.standard["pushups-2min"])
    #expect(
      try parse("demo --ascii")
        == Invocation(command: .play(PlayedScript(source: .demo("tour"))), isASCII: true))
    #expect(
      try parse("play a.ladder --speed 4 --record b.cast --shots c").command
        == .play(
          PlayedScript(
            source: .file("a.ladder"), speed: .times(4), cast: "b.cast", shots: "c")))
    #expect(
      try parse("demo ./a.ladder --check --shots c").command
        == .play(
          PlayedScript(source: .file("./a.ladder"), speed: .max, shots: "c", checks: true)))
    #expect(try parse("demo --list").command == .demos)
    #expect(try parse("history --json").command == .history(json: true))
    #expect(try parse("events --json").command == .events(clears: false, json: true))
    #expect(try parse("events --clear").command == .events(clears: true, json: false))
    #expect(try parse("challenges").command == .challenges(json: false))
    #expect(
      try parse("--week leaderboard pushups-2min").command
        == .leaderboard(pushups, .thisWeek, json: false))
    #expect(
      try parse("leaderboard -- pushups-2min").command
        == .leaderboard(pushups, .allTime, json: false))
  }

  @Test func theLastOfTwoCounts() throws {
    #expect(try parse("--as Ann --as Bob").person == PersonName("Bob"))
  }

  @Test func optionsAfterTwoDashesAreWords() {
    #expect(throws: UsageError.self) { try parse("history -- --json") }
  }

  @Test func manyLinesMayBeReadAtOnce() async {
    await withTaskGroup { group in
      for index in 0..<100 {
        group.addTask {
          let invocation = try? parse("history --as p\(index) --json")
          return invocation?.person?.text == "p\(index)"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(
    arguments: [
      ("hist", "history"), ("HISTORY", "history"), ("hsitory", "history"),
      ("chalenge", "challenges"),
      ("dmeo", "demo"), ("x", nil), ("", nil), ("install", nil),
      (String(repeating: "h", count: 99), nil),
    ] as [(String, String?)])
  func suggestsWhatIsClose(word: String, suggested: String?) {
    #expect(suggestion(for: word, among: Verb.allCases.map(\.rawValue)) == suggested)
  }
}
