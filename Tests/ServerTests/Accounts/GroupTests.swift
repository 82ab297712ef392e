import ServerAPI
import Testing

@testable import Server

/// Tests of the rights of a group's owners.
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
  func `an owner removes a member and all their results`(storage: TestStorage) throws {
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
  func `an owner changes the name and the role of a member, and pages show the changes`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let owner = try server.join("Ola", isOwner: true)
    let ben = try server.join("Bne")
    _ = try ben.submit(.pushUps(20, on: server))
    let tag = try #require(try ben.send(.get, "/v1/boards/pushups-2min").header("ETag"))
    let path = "/v1/members/\(try server.memberID(of: ben))"
    #expect(try owner.send(.post, path, MemberChange(name: "Ben")).status == 200)
    let page = try ben.send(.get, "/v1/boards/pushups-2min", headers: ["If-None-Match": tag])
    #expect(try APICoding.value(BoardPage.self, from: page.body).entries.map(\.name) == ["Ben"])
    #expect(try ben.get("/v1/account", as: Account.self).member == "Ben")
    let taken = try owner.send(.post, path, MemberChange(name: "OLA"))
    #expect(taken.status == 409 && taken.text.contains("a member already has this name"))
    // The name is not taken: it is the member's own, in capitals.
    #expect(try owner.send(.post, path, MemberChange(name: "BEN")).status == 200)
    #expect(try ben.send(.get, "/v1/removals").status == 403)
    #expect(try owner.send(.post, path, MemberChange(isOwner: true)).status == 200)
    #expect(try ben.send(.get, "/v1/removals").status == 200)
    let own = "/v1/members/\(try server.memberID(of: owner))"
    #expect(try owner.send(.post, own, MemberChange(isOwner: false)).status == 409)
  }

  @Test(arguments: TestStorage.all)
  func `an owner changes the rules of the group`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let owner = try server.join("Ola", isOwner: true)
    let change = GroupChange(
      name: "Our club", timeZone: "Europe/Berlin", weekStart: "sunday", counting: .live)
    let changed = try owner.send(.post, "/v1/group", change)
    #expect(changed.status == 200)
    let expected = GroupDescription(
      id: "club", name: "Our club", timeZone: "Europe/Berlin", weekStart: "sunday",
      counting: .live)
    #expect(try APICoding.value(GroupDescription.self, from: changed.body) == expected)
    #expect(try owner.get("/v1/account", as: Account.self).group == expected)
    for invalid in [
      GroupChange(name: "\u{1B}"), GroupChange(timeZone: "../UTC"),
      GroupChange(weekStart: "friday"),
    ] { #expect(try owner.send(.post, "/v1/group", invalid).status == 400) }
    #expect(try owner.get("/v1/account", as: Account.self).group == expected)
  }
}
