import ServerAPI
import Testing

@testable import Server

/// Tests of what owners of a group may do, and others may not.
struct GroupTests {
  @Test(arguments: TestStorage.all)
  func `an owner invites a member with a link`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    try server.storage.withSession { try $0.setURL("https://club.example") }
    let owner = try server.join("Ola", isOwner: true)
    let response = try owner.send(.post, "/v1/invitations", InvitationRequest(name: "Ben"))
    let link = try APICoding.value(InvitationResponse.self, from: response.body).link
    #expect(link.hasPrefix("https://club.example/join#"))
    let secret = try #require(link.split(separator: "#").last)
    let ben = try server.join(with: String(secret))
    #expect(try ben.get("/v1/account", as: Account.self).member == "Ben")
    #expect(
      try ben.get("/v1/members", as: [Member].self).map(\.isOwner) == [false, true])
  }

  @Test(arguments: TestStorage.all)
  func `an owner removes a member with all results`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let owner = try server.join("Ola", isOwner: true)
    let ben = try server.join("Ben")
    _ = try ben.submit(.pushUps(20, on: server))
    let members = try owner.get("/v1/members", as: [Member].self)
    #expect(members.map(\.name) == ["Ben", "Ola"])
    #expect(try owner.send(.delete, "/v1/members/\(members[0].id)").status == 204)
    #expect(try ben.send(.get, "/v1/account").status == 401)
    #expect(try owner.get("/v1/boards/pushups-2min", as: BoardPage.self).entries == [])
    #expect(try owner.send(.delete, "/v1/members/\(members[1].id)").status == 409)
  }

  @Test(arguments: TestStorage.all)
  func `a member who is invited again as an owner becomes one`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    _ = try server.join("ANN", device: "desktop", isOwner: true)
    let members = try ann.get("/v1/members", as: [Member].self)
    #expect(members.map(\.name) == ["Ann"])
    #expect(members.map(\.isOwner) == [true])
  }
}
