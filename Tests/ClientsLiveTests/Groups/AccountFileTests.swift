import FoundationEssentials
import Glibc
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the file with the accounts and their secrets.
struct AccountFileTests {
  private let folder = TestFolder()
  private var file: AccountFile { AccountFile(in: folder.data) }

  private static func account(_ id: String = "club") -> StoredAccount {
    StoredAccount(
      id: JoinedGroup.ID(rawValue: id), server: .example, token: "secret-token", member: "Ann",
      groupID: "club", groupName: "The club", person: .sample("Ann"),
      journalKey: JournalKey(bytes: (0..<32).map { $0 }), syncedSettings: ["theme"])
  }

  @Test func `saved accounts are read back, and their file is private`() throws {
    let account = Self.account()
    try file.update { $0.append(account) }
    #expect(try file.load() == [account])
    #expect(folder.mode(of: "accounts.json") == 0o600)
    #expect(folder.contents == ["accounts.json"])
  }

  @Test func `without a file there are no accounts, and no file is created`() throws {
    #expect(try file.load() == [])
    #expect(folder.contents == [])
  }

  @Test func `a file of a newer version is refused and not changed`() throws {
    let text = #"{"accounts":[{"account":1}],"version":2}"#
    folder.write(text, to: "accounts.json")
    let error = #expect(throws: AccountFileError.self) { try file.update { $0 = [] } }
    #expect(error?.summary == "\(file.path) was made by a newer Ladder and was not changed")
    #expect(error?.remedy == "update Ladder to use it")
    #expect(folder.text(of: "accounts.json") == text)
  }

  @Test func `unknown JSON members of a newer version are kept`() throws {
    try file.update { $0.append(Self.account()) }
    var text = folder.text(of: "accounts.json")
    text = text.replacing(
      "\"url\"", with: "\"new\" : [1, 2.5, null, true, {\"a\" : \"b\"}],\n      \"url\"")
    text = text.replacing("\"accounts\" :", with: "\"later\" : {\"x\" : 1},\n  \"accounts\" :")
    folder.write(text, to: "accounts.json")
    try file.update { $0.append(Self.account("office")) }
    try file.update { $0.removeAll { $0.id.rawValue == "office" } }
    #expect(
      folder.text(of: "accounts.json").filter { !$0.isWhitespace }.contains(#""later":{"x":1}"#))
    #expect(
      folder.text(of: "accounts.json").filter { !$0.isWhitespace }
        .contains(#""new":[1,2.5,null,true,{"a":"b"}]"#))
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"accounts":{}}"#, #"{"accounts":[{}]}"#, #"{"accounts":[null]}"#,
    #"{"accounts":[{"id":"club","url":"ftp://x","token":"t","member":"A","group":{"id":"c","name":"C"},"person":"A"}]}"#,
    #"{"accounts":[{"id":"club","url":"https://x","token":"a b","member":"A","group":{"id":"c","name":"C"},"person":"A"}]}"#,
    #"{"accounts":[{"id":"club","url":"https://x","token":"t","member":"A","group":{"id":"c","name":"C"},"person":"A","journal_key":{"id":"x","key":"y"}}]}"#,
    String(repeating: "[", count: 100_000),
  ])
  func `a damaged file is reported in one line and not changed`(text: String) throws {
    folder.write(text, to: "accounts.json")
    let error = #expect(throws: AccountFileError.self) { try file.load() }
    #expect(error?.reason == .damaged)
    #expect(error?.sentence.contains("\n") == false)
    #expect(throws: AccountFileError.self) { try file.update { $0.append(Self.account()) } }
    #expect(folder.text(of: "accounts.json") == text)
    #expect(folder.contents == ["accounts.json"])
  }

  @Test func `a file that others can read is refused`() throws {
    try file.update { $0.append(Self.account()) }
    chmod("\(folder.path)/accounts.json", 0o640)
    let error = #expect(throws: AccountFileError.self) { try file.load() }
    #expect(error?.remedy == "remove that permission with chmod 600")
  }

  @Test func `a link, a folder, a pipe and a large file are refused`() throws {
    let path = "\(folder.path)/accounts.json"
    symlink("/etc/passwd", path)
    #expect(throws: AccountFileError.self) { try file.load() }
    unlink(path)
    mkdir(path, 0o700)
    #expect(throws: AccountFileError.self) { try file.load() }
    rmdir(path)
    mkfifo(path, 0o600)
    #expect(throws: AccountFileError.self) { try file.load() }
    unlink(path)
    folder.write([UInt8](repeating: 0x20, count: 1 << 21), to: "accounts.json")
    #expect(throws: AccountFileError.self) { try file.load() }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a file of another user is refused`() throws {
    try file.update { $0.append(Self.account()) }
    chown("\(folder.path)/accounts.json", 65534, 65534)
    let error = #expect(throws: AccountFileError.self) { try file.load() }
    #expect(error?.message == "it belongs to another user")
  }

  @Test func `a link has the same token until its account is in the file`() throws {
    let link = try #require(JoinLink("https://club.example/join#0123456789abcdef"))
    let other = try #require(JoinLink("https://club.example/join#fedcba9876543210"))
    let token = try file.tokenForJoining(link)
    #expect([UInt8](base64URL: token)?.count == 32)
    #expect(try file.tokenForJoining(link) == token)
    #expect(try file.load() == [])
    try file.update { $0.append(Self.account("office")) }
    #expect(try file.tokenForJoining(link) == token)
    try file.update { accounts in
      accounts.append(Self.account())
      accounts[1].token = token
    }
    #expect(!folder.text(of: "accounts.json").contains("joining"))
    #expect(try file.tokenForJoining(link) != token)
    #expect(try file.tokenForJoining(other) != file.tokenForJoining(link))
    try file.forgetTokenForJoining()
    #expect(!folder.text(of: "accounts.json").contains("joining"))
    #expect(try file.load().map(\.token) == ["secret-token", token])
  }

  @Test func `a failed change does not alter the file`() throws {
    try file.update { $0.append(Self.account()) }
    #expect(throws: CancellationError.self) {
      try file.update { accounts in
        accounts = []
        throw CancellationError()
      }
    }
    #expect(try file.load().count == 1)
  }
}

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
  func `text that is not a link is refused`(text: String) { #expect(JoinLink(text) == nil) }

  @Test func `only numeric addresses of this machine are loopback`() {
    for text in ["http://127.0.0.1", "http://localhost:80", "http://127.9.9.9", "http://[::1]"] {
      #expect(ServerAddress(text)?.isLoopback == true)
    }
    for text in ["http://127.evil.example", "http://127.0.0.1.evil.example", "http://127.0.0"] {
      #expect(ServerAddress(text)?.isLoopback == false)
    }
  }
}
