import FoundationEssentials
import Models
import ServerAPI
import Testing

@testable import Server

/// Tests of invitations: their recipients and their maximum number.
struct InvitationTests {
  private func server(_ storage: TestStorage) throws -> TestServer {
    let server = try TestServer(storage)
    try server.storage.withSession { try $0.setURL("https://club.example") }
    return server
  }

  @Test(
    arguments: TestStorage.all,
    [("Ann", "ANN"), ("Änn", "änn"), ("Ann", " Ann "), ("Ç", "C\u{327}")])
  func `a name in use is refused with advice`(
    storage: TestStorage, names: (String, String)
  ) throws {
    let server = try server(storage)
    let owner = try server.join("Ola", isOwner: true)
    let ann = try server.join(names.0)
    let refused = try owner.send(.post, "/v1/invitations", InvitationRequest(name: names.1))
    #expect(refused.status == 409)
    #expect(
      refused.text
        == #"{"error":"a member already has this name; change either name, or let the member add a machine with \"ladder sync link\""}"#
    )
    #expect(throws: AccountRefusal.nameTaken) {
      try server.storage.withSession {
        try $0.add(
          Invitation(
            secret: Secret().hash, group: .club, member: try #require(PersonName(names.1)),
            isOwner: false, now: server.now))
      }
    }
    #expect(try ann.get("/v1/account", as: Account.self).devices.count == 1)
    // The name is available in another group.
    try server.addGroup("office")
    _ = try server.join(names.1, group: "office")
  }

  @Test(arguments: TestStorage.all)
  func `the first of two open links for a name creates the member, and the second is refused`(
    storage: TestStorage
  ) throws {
    let server = try server(storage)
    let owner = try server.join("Ola", isOwner: true)
    func invite(_ name: String) throws -> String {
      let response = try owner.send(.post, "/v1/invitations", InvitationRequest(name: name))
      let link = try APICoding.value(InvitationResponse.self, from: response.body).link
      return String(try #require(link.split(separator: "#").last))
    }
    let links = try [invite("Ann"), invite("ann")]
    let ann = try server.join(with: links[0])
    _ = try ann.submit(.pushUps(30, on: server))
    let request = JoinRequest(invite: links[1], device: "phone")
    let second = try server.send(.post, "/v1/join", request)
    #expect(second.status == 409)
    #expect(
      second.text
        == #"{"error":"another member has your name; ask for a link with another name"}"#)
    #expect(try ann.get("/v1/account", as: Account.self).devices.count == 1)
    // The link can still be used: it works when the other member has been renamed.
    let member = try server.memberID(of: ann)
    #expect(
      try owner.send(.post, "/v1/members/\(member)", MemberChange(name: "Ann B")).status == 200)
    let other = try server.join(with: links[1])
    #expect(try other.send(.delete, "/v1/account").status == 204)
    let page = try owner.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.name) == ["Ann B"])
  }

  @Test(arguments: TestStorage.all)
  func `only links of the member or the operator add a device to a member`(
    storage: TestStorage
  ) throws {
    let server = try server(storage)
    let ann = try server.join("Ann")
    let response = try ann.send(.post, "/v1/account/devices")
    let link = try APICoding.value(InvitationResponse.self, from: response.body).link
    let phone = JoinRequest(
      invite: String(try #require(link.split(separator: "#").last)), device: "phone")
    let laptop = try ann.get("/v1/account", as: Account.self).devices[0].id
    let joined = try #require(try server.send(.post, "/v1/join", phone).joined)
    #expect(joined.invitedBy == laptop)
    #expect(joined.member == (try server.memberID(of: ann)))
    let desktop = JoinRequest(invite: try server.invite("Ann").text, device: "desktop")
    let byOperator = try #require(try server.send(.post, "/v1/join", desktop).joined)
    #expect(byOperator.invitedBy == nil)
    #expect(byOperator.member == joined.member)
    #expect(
      try ann.get("/v1/account", as: Account.self).devices.map(\.name)
        == ["laptop", "phone", "desktop"])
  }

  @Test(arguments: TestStorage.all)
  func `owners list and cancel open links of their group`(storage: TestStorage) throws {
    let server = try server(storage)
    let owner = try server.join("Ola", isOwner: true)
    let ben = try server.join("Ben")
    let (cleo, dora) = (try server.invite("Cleo"), try server.invite("Dora", isOwner: true))
    _ = try ben.send(.post, "/v1/account/devices")
    try server.addGroup("office")
    _ = try server.invite("Eva", to: "office")
    let other = try server.join("Fay", group: "office", isOwner: true)
    let open = try owner.get("/v1/invitations", as: [OpenInvitation].self)
    #expect(open.map(\.name) == ["Cleo", "Dora", "Ben"])
    #expect(open.map(\.isOwner) == [false, true, false])
    #expect(open.map(\.isForDevice) == [false, false, true])
    #expect(try ben.send(.get, "/v1/invitations").status == 403)
    let path = "/v1/invitations/\(open[0].id)"
    #expect(try other.send(.delete, path).status == 404)
    #expect(try owner.send(.delete, path).status == 204)
    #expect(try owner.send(.delete, path).status == 404)
    #expect(
      try server.send(.post, "/v1/join", JoinRequest(invite: cleo.text, device: "x")).status == 404)
    _ = try server.join(with: dora.text)
    #expect(try owner.get("/v1/invitations", as: [OpenInvitation].self).map(\.name) == ["Ben"])
    server.now += 7 * 86_400
    #expect(try owner.get("/v1/invitations", as: [OpenInvitation].self) == [])
  }

  @Test(arguments: TestStorage.all)
  func `links that a removed device created are invalid, even those for new members`(
    storage: TestStorage
  ) throws {
    let server = try server(storage)
    let owner = try server.join("Ola", isOwner: true)
    let stolen = try server.join("Ola", device: "stolen")
    let invited = try stolen.send(.post, "/v1/invitations", InvitationRequest(name: "Thief"))
    let link = try APICoding.value(InvitationResponse.self, from: invited.body).link
    let device = try #require(try stolen.get("/v1/account", as: Account.self).devices.last).id
    #expect(try owner.send(.delete, "/v1/account/devices/\(device)").status == 204)
    let thief = JoinRequest(
      invite: String(try #require(link.split(separator: "#").last)), device: "x")
    #expect(try server.send(.post, "/v1/join", thief).status == 404)
  }

  @Test(arguments: TestStorage.all)
  func `a member has at most sixteen devices and sixteen open links for devices`(
    storage: TestStorage
  ) throws {
    let server = try server(storage)
    let ann = try server.join("Ann")
    for number in 2...16 { _ = try server.join("Ann", device: "device \(number)") }
    let invite = try server.invite("Ann").text
    let request = JoinRequest(invite: invite, device: "one more")
    let refused = try server.send(.post, "/v1/join", request)
    #expect(refused.status == 409)
    #expect(
      refused.text
        == #"{"error":"you have 16 machines already; remove one with \"ladder sync remove\""}"#)
    let device = try ann.get("/v1/account", as: Account.self).devices[1].id
    for _ in 2...16 { #expect(try ann.send(.post, "/v1/account/devices").status == 201) }
    let tooMany = try ann.send(.post, "/v1/account/devices")
    #expect(tooMany.status == 409)
    #expect(tooMany.text.contains("16 links are open already"))
    #expect(try ann.send(.delete, "/v1/account/devices/\(device)").status == 204)
    _ = try server.join("Ann", device: "one more")
  }

  @Test(arguments: TestStorage.all)
  func `numbers of deleted members and devices are not reused`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    _ = try server.join("Ann")
    let last = try server.join("Zoe")
    let (member, device) = (
      try server.memberID(of: last), try last.get("/v1/account", as: Account.self).devices[0].id
    )
    #expect(try last.send(.delete, "/v1/account").status == 204)
    let new = try server.join("Zoe")
    #expect(try server.memberID(of: new) > member)
    #expect(try new.get("/v1/account", as: Account.self).devices[0].id > device)
  }

  @Test(arguments: TestStorage.all)
  func `a member can rename their devices, but not those of others`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let (ann, ben) = (try server.join("Ann"), try server.join("Ben"))
    let device = try ann.get("/v1/account", as: Account.self).devices[0].id
    let path = "/v1/account/devices/\(device)"
    #expect(try ben.send(.post, path, DeviceChange(name: "mine")).status == 404)
    #expect(try ann.send(.post, path, DeviceChange(name: "\u{1B}")).status == 400)
    #expect(try ann.send(.post, path, DeviceChange(name: "Gym laptop")).status == 204)
    #expect(try ann.get("/v1/account", as: Account.self).devices.map(\.name) == ["Gym laptop"])
  }
}
