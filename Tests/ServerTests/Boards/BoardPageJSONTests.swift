import FoundationEssentials
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the JSON of pages.
struct BoardPageJSONTests {
  private func entry(_ name: String, isYou: Bool = false) -> BoardPage.Entry {
    BoardPage.Entry(
      rank: 3, member: 12, name: name, reps: 40, durationMilliseconds: 120_000,
      achievedAt: Date(millisecondsSince1970: 1_772_348_400_250),
      workout: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xAB, 0xCD, 0xEF, 0xFE, 0x7F, 0xFF)),
      provenance: .manual, isYou: isYou)
  }

  @Test func `it is the JSON of other values`() throws {
    let pages = [
      BoardPage(
        challenge: "pushups-2min", week: nil, people: 0, offset: 0, entries: [], next: nil),
      BoardPage(
        challenge: "pushups-2min", week: "2026-03-02", people: 45, offset: 20,
        entries: [entry("Ann"), entry("Zoë 王 🏋", isYou: true)], next: "-50.1.2.3.4",
        previous: "-60.1.2.3.4", you: entry("\"Ann\" \\ /", isYou: true)),
    ]
    for page in pages { #expect(Data(page.json.utf8) == (try APICoding.data(page))) }
  }

  @Test(arguments: HostileText.all)
  func `a name cannot leave its string`(name: String) throws {
    let page = BoardPage(
      challenge: name, week: nil, people: 1, offset: 0, entries: [entry(name)], next: nil)
    #expect(try APICoding.value(BoardPage.self, from: Data(page.json.utf8)) == page)
  }
}
