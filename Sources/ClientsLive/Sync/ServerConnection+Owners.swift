import FoundationEssentials
import HTTPClient
import Models
import ServerAPI

/// The members of a group, and the requests of its owners. All methods throw ``ServerError``.
extension ServerConnection {
  /// Returns the members of the group with displayable names.
  public func members() async throws -> [Member] {
    try await call(.get, "members", as: [Member].self).map { member in
      var member = member
      member.name = PersonName.displayable(member.name)
      return member
    }
  }

  /// Returns a link for a new member.
  public func invite(_ name: PersonName, isOwner: Bool = false) async throws -> String {
    let request = InvitationRequest(name: name.text, isOwner: isOwner)
    return try checked(try await call(.post, "invitations", body: request)).link
  }

  /// Returns the links that can still be used, without their secrets.
  public func openInvitations() async throws -> [OpenInvitation] {
    try await call(.get, "invitations")
  }

  public func cancelInvitation(_ id: OpenInvitation.ID) async throws {
    try await call(.delete, "invitations/\(id)")
  }

  /// Returns the contents that are removed with a member.
  public func contents(of member: Member.ID) async throws -> MemberContents {
    try await call(.get, "members/\(member)")
  }

  /// Changes the name or the role of a member.
  public func change(_ member: Member.ID, _ change: MemberChange) async throws -> Member {
    try await call(.post, "members/\(member)", body: change)
  }

  /// Removes a member, who can be restored for ``Removal/period``.
  public func removeMember(_ id: Member.ID) async throws {
    try await call(.delete, "members/\(id)")
  }

  /// Removes a result, which can be restored for ``Removal/period``.
  public func removeResult(_ workout: UUID) async throws {
    try await call(.delete, "results/\(workout.uuidString.lowercased())")
  }

  /// Returns the removed members and results that can be restored, the latest first.
  public func removals() async throws -> [Removal] { try await call(.get, "removals") }

  /// Restores a removed member, or a removed result.
  public func restore(_ removal: Removal) async throws {
    let path = removal.workout.map { "results/\($0.uuidString.lowercased())" }
    try await call(.post, "\(path ?? "members/\(removal.member)")/restore")
  }

  /// Changes the name and the rules of the group.
  public func changeGroup(_ change: GroupChange) async throws -> GroupDescription {
    try await call(.post, "group", body: change)
  }

  /// Returns a page of a leaderboard of this week or of all time.
  ///
  /// - Parameter cursor: The `next` of the previous page.
  public func page(
    of challenge: Challenge.ID, isWeek: Bool, after cursor: String? = nil,
    around member: Member.ID? = nil
  ) async throws -> BoardPage {
    try await call(
      .get, "boards/\(challenge.rawValue)",
      query: [("period", isWeek ? "week" : "all")] + (cursor.map { [("after", $0)] } ?? [])
        + (member.map { [("around", String($0))] } ?? []))
  }
}
