import Foundation
import Models
import Testing

struct RaceLinkTests {
  @Test func `a link names the server, the challenge and the race`() throws {
    let server = try #require(ServerAddress("https://club.example:8443/ladder"))
    let id = try #require(UUID(uuidString: "0F1E2D3C-0000-0000-0000-000000000000"))
    let link = RaceLink(server, Race(id: id, challenge: "pushups-2min", host: 1, you: 1))
    #expect("\(link)" == "https://club.example:8443/ladder/races/pushups-2min/0f1e2d3c")
    #expect(RaceLink("\(link)") == link)
    #expect(RaceLink("\(link)".replacing("0f1e", with: "0F1E")) == link)
  }

  @Test(arguments: [
    "", "pushups-2min", "races/pushups-2min/0f1e2d3c", "https://club.example/join#secret",
    "https://club.example/races/pushups-2min", "https://club.example/races/pushups-2min/0f1e2d3",
    "https://club.example/races/pushups-2min/0f1e2d3g", "ftp://club.example/races/a/0f1e2d3c",
    "https://club.example/races/pushups-2min/０f1e2d3c",
    "https://club.example/rooms/pushups-2min/0f1e2d3c", "///races/pushups-2min/0f1e2d3c",
  ])
  func `other text is not a link`(text: String) {
    #expect(RaceLink(text) == nil)
  }
}
