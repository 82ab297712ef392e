import FoundationEssentials
import ServerAPI
import Testing

@testable import Server

/// Tests of invitations, tokens and devices.
struct AccountTests {
  @Test(arguments: TestStorage.all)
  func `a link gives a device access`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann", device: "laptop")
    let account = try ann.get("/v1/account", as: Account.self)
    #expect(account.member == "Ann")
    #expect(
      account.group
        == GroupDescription(
          id: "club", name: "The club", timeZone: "UTC", weekStart: "monday", counting: .all))
    #expect(account.devices.map(\.name) == ["laptop"])
    #expect(account.devices.map(\.isCurrent) == [true])
  }

  @Test(arguments: TestStorage.all)
  func `a link works once`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let request = JoinRequest(invite: try server.invite("Ann").text, device: "laptop")
    #expect(try server.send(.post, "/v1/join", request).status == 201)
    let second = try server.send(.post, "/v1/join", request)
    #expect(second.status == 410)
    #expect(second.text == #"{"error":"this link has already been used; ask for a new one"}"#)
  }

  @Test(arguments: TestStorage.all)
  func `a lost response is repeated for the same token`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let (invite, token) = (try server.invite("Ann").text, Secret().text)
    let request = JoinRequest(invite: invite, device: "laptop", token: token)
    let first = try server.send(.post, "/v1/join", request)
    let second = try server.send(.post, "/v1/join", request)
    #expect(first.status == 201 && second.status == 201 && first.body == second.body)
    let ann = TestDevice(server: server, token: token)
    #expect(try ann.get("/v1/account", as: Account.self).devices.count == 1)
    let thief = JoinRequest(invite: invite, device: "laptop", token: Secret().text)
    #expect(try server.send(.post, "/v1/join", thief).status == 410)
    // A token belongs to one device, and no other link changes that.
    let other = JoinRequest(invite: try server.invite("Ben").text, device: "desktop", token: token)
    let taken = try server.send(.post, "/v1/join", other)
    #expect(taken.status == 400)
    #expect(taken.text == #"{"error":"\"token\" belongs to another device"}"#)
    let short = JoinRequest(invite: other.invite, device: "desktop", token: "short")
    #expect(try server.send(.post, "/v1/join", short).status == 400)
    // A device cannot return after its access was revoked.
    let device = try ann.get("/v1/account", as: Account.self).devices[0]
    #expect(try ann.send(.delete, "/v1/account/devices/\(device.id)").status == 204)
    #expect(try server.send(.post, "/v1/join", request).status == 410)
  }

  @Test(arguments: TestStorage.all)
  func `a link expires`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let request = JoinRequest(invite: try server.invite("Ann").text, device: "laptop")
    server.now += 7 * 86_400
    let response = try server.send(.post, "/v1/join", request)
    #expect(response.status == 410)
    #expect(response.text == #"{"error":"this link has expired; ask for a new one"}"#)
  }

  @Test(
    arguments: TestStorage.all, [Secret().text, "", "short", String(repeating: "é", count: 43)])
  func `a link of another server is refused`(storage: TestStorage, invite: String) throws {
    let server = try TestServer(storage)
    let response = try server.send(
      .post, "/v1/join", JoinRequest(invite: invite, device: "laptop"))
    #expect(response.status == 404)
  }

  @Test(arguments: TestStorage.all)
  func `a member has several devices and removes one`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let laptop = try server.join("Ann", device: "laptop")
    let desktop = try server.join("ann", device: "desktop")
    let devices = try laptop.get("/v1/account", as: Account.self).devices
    #expect(devices.map(\.name) == ["laptop", "desktop"])
    #expect(try laptop.send(.delete, "/v1/account/devices/\(devices[1].id)").status == 204)
    #expect(try desktop.send(.get, "/v1/account").status == 401)
    #expect(try laptop.send(.get, "/v1/account").status == 200)
  }

  @Test(arguments: TestStorage.all)
  func `a member adds another device with a link`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    try server.storage.withSession { try $0.setURL("https://club.example") }
    let laptop = try server.join("Ann")
    let invite = try laptop.deviceInvite()
    let desktop = try server.join(with: invite, device: "desktop")
    let account = try desktop.get("/v1/account", as: Account.self)
    #expect(account.member == "Ann")
    #expect(account.devices.map(\.name) == ["laptop", "desktop"])
    #expect(
      try desktop.get("/v1/members", as: [Member].self).map(\.isOwner) == [false])
    let request = JoinRequest(invite: invite, device: "another")
    #expect(try server.send(.post, "/v1/join", request).status == 410)
    let second = try laptop.deviceInvite()
    server.now += 7 * 86_400
    let late = JoinRequest(invite: second, device: "another")
    #expect(try server.send(.post, "/v1/join", late).status == 410)
    #expect(try server.send(.post, "/v1/account/devices").status == 401)
  }

  @Test(arguments: TestStorage.all)
  func `a removed device's links are invalid`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    try server.storage.withSession { try $0.setURL("https://club.example") }
    let laptop = try server.join("Ann")
    let stolen = try server.join("ann", device: "stolen")
    let invite = try stolen.deviceInvite()
    let ben = try server.invite("Ben").text
    let device = try #require(try stolen.get("/v1/account", as: Account.self).devices.last)
    #expect(try laptop.send(.delete, "/v1/account/devices/\(device.id)").status == 204)
    let request = JoinRequest(invite: invite, device: "thief")
    #expect(try server.send(.post, "/v1/join", request).status == 404)
    #expect(try server.join(with: ben).get("/v1/account", as: Account.self).member == "Ben")
  }

  @Test(arguments: TestStorage.all)
  func `a removed member cannot rejoin with an earlier link`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let owner = try server.join("Ola", isOwner: true)
    let ann = try server.join("Ann")
    let invite = try server.invite("ANN").text
    let member = try server.memberID(of: ann)
    #expect(try owner.send(.delete, "/v1/members/\(member)").status == 204)
    let request = JoinRequest(invite: invite, device: "laptop")
    #expect(try server.send(.post, "/v1/join", request).status == 404)
    #expect(try owner.get("/v1/members", as: [Member].self).map(\.name) == ["Ola"])
  }

  @Test(arguments: TestStorage.all)
  func `the results of a member who leaves are deleted`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    _ = try ann.submit(.pushUps(30, on: server))
    _ = try ben.submit(.pushUps(20, on: server))
    #expect(try ann.send(.delete, "/v1/account").status == 204)
    #expect(try ann.send(.get, "/v1/account").status == 401)
    let page = try ben.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.name) == ["Ben"])
    #expect(page.entries.map(\.rank) == [1])
    #expect(page.people == 1)
  }

  @Test(
    arguments: TestStorage.all, ["", "Bearer", "Bearer ", "Basic x", "Bearer \(Secret().text)"])
  func `a request without a valid token is refused`(storage: TestStorage, authorization: String)
    throws
  {
    let server = try TestServer(storage)
    for path in ["/v1/account", "/v1/boards/pushups-2min", "/v1/workouts/\(UUID().uuidString)"] {
      let response = try server.send(.get, path, headers: ["Authorization": authorization])
      #expect(response.status == 401)
    }
  }

  @Test func `two secrets differ, and so do their hashes`() {
    let (one, two) = (Secret(), Secret())
    #expect(one != two)
    #expect(one.text.utf8.count == 43)
    #expect(Secret(one.text) == one)
    #expect(one.hash == Secret(one.text)?.hash)
    #expect(one.hash != two.hash)
  }
}

extension TestDevice {
  /// Returns the secret of a link for another device of the member.
  fileprivate func deviceInvite() throws -> String {
    let response = try send(.post, "/v1/account/devices")
    let link = try APICoding.value(InvitationResponse.self, from: response.body).link
    return String(try #require(link.split(separator: "#").last))
  }
}
