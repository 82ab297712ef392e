import FoundationEssentials
import Models

/// The JSON of the items of an export, which `docs/export.schema.json` describes.
///
/// An import compares each item with the JSON that an export would write, so both call these functions.
enum ExportItem {
  /// The kinds in the order of a file, in which an item follows the items that it refers to.
  enum Kind: String, CaseIterable {
    case person, challenge, exercise, plan, workout

    /// The name of the array in JSON.
    var arrayName: String { self == .person ? "people" : rawValue + "s" }
  }

  static func person(_ name: String, formerNames: [String]) -> JSONText {
    let formerNames = formerNames.map { JSONText.string($0) }
    return item(.person, [("name", .string(name)), ("former_names", .array(formerNames))])
  }

  /// Returns a record with additional members, which only an export has.
  static func record(
    _ kind: Kind, _ record: some Encodable, _ others: [(String, JSONText)] = []
  ) throws -> JSONText {
    let members = try members(of: record)
    return item(kind, others + members.filter { member in !others.contains { $0.0 == member.0 } })
  }

  static func plan(
    _ record: PlanRecord, sessions: [(number: Int64, record: PlanSessionRecord)], of user: String
  ) throws -> JSONText {
    let sessions = try sessions.map { number, record in
      JSONText.object([("session", .number(number))] + (try members(of: record)))
    }
    return try self.record(
      .plan, record,
      [
        ("id", .string(record.id.uuidString.lowercased())), ("user", .string(user)),
        ("sessions", .array(sessions)),
      ])
  }

  /// Returns a workout with its log, and with members that other programs can read.
  ///
  /// - Parameters:
  ///   - corrected: The ID of the workout that this one corrects.
  ///   - deletedAt: The time of the deletion in milliseconds since 1970, for a workout in the trash.
  static func workout(
    _ workout: Workout, challengeName: String, _ dayStart: DayStart, correcting corrected: UUID?,
    deletedAt: Int64?
  ) -> JSONText {
    var members =
      [("challenge_name", .string(challengeName))] + workout.jsonMembers(in: nil, dayStart)
    members.append(("utc_offset", .number(Int64(workout.utcOffset))))
    if !workout.log.skips.isEmpty {
      members.append(("skip_times_ms", .array(workout.log.skips.map { .number(Int64($0)) })))
    }
    if let corrected { members.append(("corrects", .string(corrected.uuidString.lowercased()))) }
    if let deletedAt { members.append(("deleted_at", .number(deletedAt))) }
    members.append(("log", .string(Data(workout.log.bytes).base64EncodedString())))
    return item(.workout, members)
  }

  private static func item(_ kind: Kind, _ members: [(String, JSONText)]) -> JSONText {
    .object([("type", .string(kind.rawValue))] + members)
  }

  private static func members(of record: some Encodable) throws -> [(String, JSONText)] {
    try JSONDecoder().decode(JSONText.self, from: JSONEncoder().encode(record)).members
  }
}
