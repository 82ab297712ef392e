import FoundationEssentials
import Models
import Testing

@testable import ClientsLive

/// Tests of links and addresses, which a person pastes from anywhere.
struct JoinLinkTests {
  private static let secret = String(repeating: "aB3-_", count: 9)

  @Test func `a link has the server and the secret`() throws {
    let link = try #require(JoinLink("https://club.example:8443/a/join#\(Self.secret)"))
    #expect(link.server.text == "https://club.example:8443/a")
    #expect(link.secret == Self.secret)
    #expect(link.journalKey == nil)
  }

  @Test func `a link for another device has the journal's key`() throws {
    let key = try #require(JournalKey(bytes: (0..<32).map { 255 - $0 }))
    let link = try #require(JoinLink("http://[::1]:8080/join#\(Self.secret).\(key.linkText)"))
    #expect(link.journalKey == key)
    #expect(link.server.isLoopback)
  }

  @Test(arguments: [
    "", "club.example", "https://club.example/join", "https://club.example/join#",
    "https://club.example/join#short", "https://club.example/#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://club.example/join#aaaaaaaaaaaaaaaaaaaaaaaa.key",
    "https://club.example/join#aaaaaaaaaaaaaaaaaaaaaaa\u{1B}",
    "https://a:b@club.example/join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://club.example\\@evil/join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://club.example:0/join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://club.example:+1/join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://club.example:99999/join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://club.example/../join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://club.example/?a=b/join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://clüb.example/join#aaaaaaaaaaaaaaaaaaaaaaaa", "ftp://x/join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "file:///join#aaaaaaaaaaaaaaaaaaaaaaaa", "https:///join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://[x]/join#aaaaaaaaaaaaaaaaaaaaaaaa",
    "https://club.example\r\nX: y/join#aaaaaaaaaaaaaaaaaaaaaaaa",
  ])
  func `anything else is refused`(text: String) { #expect(JoinLink(text) == nil) }

  @Test func `only numbers of this machine are loopback`() {
    for text in ["http://127.0.0.1", "http://localhost:80", "http://127.9.9.9", "http://[::1]"] {
      #expect(ServerAddress(text)?.isLoopback == true)
    }
    for text in ["http://127.evil.example", "http://127.0.0.1.evil.example", "http://127.0.0"] {
      #expect(ServerAddress(text)?.isLoopback == false)
    }
  }
}
