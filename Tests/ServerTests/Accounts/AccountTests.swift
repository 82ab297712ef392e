import FoundationEssentials
import ServerAPI
import Testing

@testable import Server

/// Tests of invitations, tokens and devices.
struct AccountTests {
  @Test func `a link gives a device access`() throws {
    let server = try TestServer()
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

  @Test func `a link works once`() throws {
    let server = try TestServer()
    let request = JoinRequest(invite: try server.invite("Ann").text, device: "laptop")
    #expect(try server.send(.post, "/v1/join", request).status == 201)
    let second = try server.send(.post, "/v1/join", request)
    #expect(second.status == 410)
    #expect(second.text == #"{"error":"this link was used already; ask for a new one"}"#)
  }

  @Test func `a link expires`() throws {
    let server = try TestServer()
    let request = JoinRequest(invite: try server.invite("Ann").text, device: "laptop")
    server.now += 7 * 86_400
    let response = try server.send(.post, "/v1/join", request)
    #expect(response.status == 410)
    #expect(response.text == #"{"error":"this link has expired; ask for a new one"}"#)
  }

  @Test(arguments: [Secret().text, "", "short", String(repeating: "é", count: 43)])
  func `a link of another server is refused`(invite: String) throws {
    let server = try TestServer()
    let response = try server.send(
      .post, "/v1/join", JoinRequest(invite: invite, device: "laptop"))
    #expect(response.status == 404)
  }

  @Test func `a member has several devices and removes one`() throws {
    let server = try TestServer()
    let laptop = try server.join("Ann", device: "laptop")
    let desktop = try server.join("ann", device: "desktop")
    let devices = try laptop.get("/v1/account", as: Account.self).devices
    #expect(devices.map(\.name) == ["laptop", "desktop"])
    #expect(try laptop.send(.delete, "/v1/account/devices/\(devices[1].id)").status == 204)
    #expect(try desktop.send(.get, "/v1/account").status == 401)
    #expect(try laptop.send(.get, "/v1/account").status == 200)
  }

  @Test func `a member cannot remove another member's device`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    let device = try #require(try ann.get("/v1/account", as: Account.self).devices.first)
    #expect(try ben.send(.delete, "/v1/account/devices/\(device.id)").status == 404)
    #expect(try ann.send(.get, "/v1/account").status == 200)
  }

  @Test func `a member who leaves takes all results along`() throws {
    let server = try TestServer()
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

  @Test(arguments: ["", "Bearer", "Bearer ", "Basic x", "Bearer \(Secret().text)"])
  func `a request without a valid token is refused`(authorization: String) throws {
    let server = try TestServer()
    for path in ["/v1/account", "/v1/boards/pushups-2min", "/v1/workouts/\(UUID().uuidString)"] {
      let response = try server.send(.get, path, headers: ["Authorization": authorization])
      #expect(response.status == 401)
    }
  }

  @Test func `a secret and its hash differ, and two secrets too`() {
    let (one, two) = (Secret(), Secret())
    #expect(one != two)
    #expect(one.text.utf8.count == 43)
    #expect(Secret(one.text) == one)
    #expect(one.hash == Secret(one.text)?.hash)
    #expect(one.hash != two.hash)
  }
}
