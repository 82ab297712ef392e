import Models
import ServerAPI

/// An account on a server as ``AccountFile`` stores it, with which this device acts as a member of a group.
public struct StoredAccount: Hashable, Sendable, Identifiable {
  /// The group's ID on this machine.
  public var id: JoinedGroup.ID
  public var server: ServerAddress
  /// The device's secret.
  public var token: String
  /// The name of the member in the group.
  public var member: String
  /// The group's ID on the server, and its name.
  public var groupID: String
  public var groupName: String
  /// The name of the person on this machine.
  public var person: PersonName
  /// The key of the person's journal, if this device has it.
  public var journalKey: JournalKey?
  /// The previous keys, the latest first. They decrypt the entries of a server that was restored from a backup.
  public private(set) var formerJournalKeys: [JournalKey] = []
  /// The names of the settings that are the same on all of the person's machines.
  public var syncedSettings: [String]
  /// The JSON members that this version of the program does not know.
  var others: [String: JSONValue] = [:]

  public init(
    id: JoinedGroup.ID, server: ServerAddress, token: String, member: String, groupID: String,
    groupName: String, person: PersonName, journalKey: JournalKey? = nil,
    syncedSettings: [String] = []
  ) {
    self.id = id
    self.server = server
    self.token = token
    self.member = member
    self.groupID = groupID
    self.groupName = groupName
    self.person = person
    self.journalKey = journalKey
    self.syncedSettings = syncedSettings
  }

  /// Replaces the key of the journal, and keeps the previous one as a former key.
  ///
  /// A machine does not return to a former key. Otherwise two machines could replace each other's key endlessly.
  public mutating func setJournalKey(_ key: JournalKey) {
    guard key != journalKey, !formerJournalKeys.contains(key) else { return }
    if let journalKey { formerJournalKeys.insert(journalKey, at: 0) }
    journalKey = key
  }

  /// The group for screens.
  public var group: JoinedGroup { JoinedGroup(id: id, name: groupName, member: member) }
}

extension StoredAccount {
  /// Creates an account from a file.
  ///
  /// - Returns: `nil` if a required value is missing or unsafe.
  init?(_ value: JSONValue) {
    guard
      var members = value.object,
      let id = members.removeValue(forKey: "id")?.string, Self.isIdentifier(id),
      let server = (members.removeValue(forKey: "url")?.string).flatMap(ServerAddress.init),
      let token = members.removeValue(forKey: "token")?.string, Self.isToken(token),
      let member = members.removeValue(forKey: "member")?.string,
      let group = members.removeValue(forKey: "group")?.object,
      let groupID = group["id"]?.string, let groupName = group["name"]?.string,
      let person = (members.removeValue(forKey: "person")?.string).flatMap({ PersonName($0) })
    else { return nil }
    self.init(
      id: JoinedGroup.ID(rawValue: id), server: server, token: token,
      member: PersonName.displayable(member), groupID: groupID,
      groupName: PersonName.displayable(groupName), person: person)
    do {
      journalKey = try Self.removeKey("journal_key", from: &members)
      let formerKeys = members.removeValue(forKey: "former_journal_keys")?.array ?? []
      formerJournalKeys = try formerKeys.map { try Self.key($0) }
    } catch {
      return nil
    }
    syncedSettings =
      members.removeValue(forKey: "synced_settings")?.array?.compactMap(\.string) ?? []
    others = members
  }

  private struct InvalidKey: Error {}

  /// Removes a JSON member that contains a key, if there is one, and returns the key.
  private static func removeKey(
    _ name: String, from members: inout [String: JSONValue]
  ) throws(InvalidKey) -> JournalKey? {
    try members.removeValue(forKey: name).map { value throws(InvalidKey) in try key(value) }
  }

  private static func key(_ value: JSONValue) throws(InvalidKey) -> JournalKey {
    guard let key = value.string.flatMap(JournalKey.init(linkText:)) else { throw InvalidKey() }
    return key
  }

  /// The account in the file.
  var json: JSONValue {
    var members = others
    members["id"] = .string(id.rawValue)
    members["url"] = .string(server.text)
    members["token"] = .string(token)
    members["member"] = .string(member)
    members["group"] = .object(["id": .string(groupID), "name": .string(groupName)])
    members["person"] = .string(person.text)
    members["journal_key"] = journalKey.map { .string($0.linkText) }
    if !formerJournalKeys.isEmpty {
      members["former_journal_keys"] = .array(formerJournalKeys.map { .string($0.linkText) })
    }
    if !syncedSettings.isEmpty {
      members["synced_settings"] = .array(syncedSettings.map { .string($0) })
    }
    return .object(members)
  }

  /// Whether a text from a server or a file can be a header's token.
  static func isToken(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Whether a text can be an ID on the command line.
  static func isIdentifier(_ text: String) -> Bool {
    (1...300).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

// MARK: - Joining

/// A link with which this device is joining a group, and the token that the device has chosen.
struct PendingJoin: Hashable, Sendable {
  let server: ServerAddress
  let secret: String
  let token: String

  /// Chooses a random token for a link.
  init(_ link: JoinLink) {
    server = link.server
    secret = link.secret
    var random = SystemRandomNumberGenerator()
    token = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }.base64URLText
  }

  func isFor(_ link: JoinLink) -> Bool { server == link.server && secret == link.secret }
}

extension PendingJoin {
  /// Creates a value from a file.
  ///
  /// - Returns: `nil` if a value is missing or unsafe.
  init?(_ value: JSONValue) {
    guard
      let members = value.object,
      let server = (members["url"]?.string).flatMap(ServerAddress.init),
      let secret = members["secret"]?.string,
      let token = members["token"]?.string, StoredAccount.isToken(token)
    else { return nil }
    self.server = server
    self.secret = secret
    self.token = token
  }

  /// The value in the file.
  var json: JSONValue {
    .object(["url": .string(server.text), "secret": .string(secret), "token": .string(token)])
  }
}

/// A link with which a device joins a group: `https://club.example/join#SECRET`, or `#SECRET.KEY` for another device of
/// the same person, which reads the same journal.
public struct JoinLink: Hashable, Sendable {
  public let server: ServerAddress
  /// The secret of the invitation, which works once.
  public let secret: String
  public let journalKey: JournalKey?

  /// Creates a link from text that a person entered.
  ///
  /// - Returns: `nil` unless it has the form of a link.
  public init?(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard
      parts.count == 2, parts[0].hasSuffix("/join"),
      let server = ServerAddress(String(parts[0].dropLast("/join".count)))
    else { return nil }
    let words = parts[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard
      (16...200).contains(words[0].utf8.count), words[0].utf8.allSatisfy(\.isBase64URL)
    else { return nil }
    self.server = server
    secret = String(words[0])
    if words.count == 2 {
      guard let key = JournalKey(linkText: String(words[1])) else { return nil }
      journalKey = key
    } else {
      journalKey = nil
    }
  }
}

// MARK: - JSON

/// A JSON value, for preserving JSON members that this version of the program does not know.
public enum JSONValue: Hashable, Sendable, Codable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      // Texts are tried first, because most values are texts and a failed attempt is slow.
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let values = try? container.decode([JSONValue].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
  var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}
