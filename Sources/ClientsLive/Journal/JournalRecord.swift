import FoundationEssentials
import Models

/// The content of a journal's entry: the state of an item from a time on.
///
/// A later record about the same item replaces an earlier one. The exceptions are in ``JournalKind``.
struct JournalRecord: Hashable, Sendable {
  var kind: String
  /// The version of the kind's format.
  var version: Int
  /// The item that the record is about.
  var subject: JournalSubject
  var time: HybridTime
  /// The JSON of the record with all its members, also those that this version of the program does not know.
  var content: [UInt8]

  /// The kind, if this version of the program knows it in this format.
  var knownKind: JournalKind? { version == 1 ? JournalKind(rawValue: kind) : nil }
}

/// A kind of record that this version of the program knows.
enum JournalKind: String, CaseIterable, Sendable {
  // In the order in which they are applied: workouts need the scoring of their challenge.
  case challenge
  case plan
  /// A session of a plan. The one with the most completed sets counts, whatever the time.
  case planSession = "plan-session"
  /// A workout, which never changes.
  case workout
  /// Whether a workout is in the trash.
  case trash
  case setting
  case exerciseSettings = "exercise-settings"
}

/// The identity of a thing in the journal: the bytes of a UUID, or of a text in UTF-8.
struct JournalSubject: Hashable, Sendable {
  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ id: UUID) { bytes = id.bytes }
  init(_ text: String) { bytes = Array(text.utf8) }
  /// A session of a plan.
  init(_ plan: UUID, session: Int64) {
    bytes = plan.bytes + withUnsafeBytes(of: UInt32(clamping: session).bigEndian) { Array($0) }
  }

  /// The UUID, if it is one.
  var uuid: UUID? {
    guard bytes.count == 16 else { return nil }
    return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  /// The text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The maximum number of bytes.
  static let maxSize = 256
}

extension JournalSubject: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let data = try container.decode(Data.self)
    guard data.count <= Self.maxSize else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a subject has at most \(Self.maxSize) bytes")
    }
    bytes = Array(data)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}

extension JournalRecord {
  /// The members that all versions have.
  private struct Envelope: Codable {
    var kind: String
    var version: Int
    var subject: JournalSubject
    var time: Int64
  }

  private struct Content<Body: Codable>: Codable {
    var kind: String
    var version: Int
    var subject: JournalSubject
    var time: Int64
    var body: Body
  }

  /// Creates a record of version 1.
  init(_ kind: JournalKind, _ subject: JournalSubject, at time: HybridTime, _ body: some Codable)
    throws
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    content = Array(
      try encoder.encode(
        Content(
          kind: kind.rawValue, version: 1, subject: subject, time: time.rawValue, body: body)))
    self.kind = kind.rawValue
    version = 1
    self.subject = subject
    self.time = time
  }

  /// Reads the content of an entry.
  ///
  /// - Returns: `nil` if no version of the program wrote it.
  init?(content: [UInt8]) {
    guard let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(content)) else {
      return nil
    }
    kind = envelope.kind
    version = envelope.version
    subject = envelope.subject
    time = HybridTime(rawValue: envelope.time)
    self.content = content
  }

  /// Returns the part of the content that depends on the kind.
  ///
  /// - Returns: `nil` if it is invalid.
  func body<Body: Codable>(_ type: Body.Type) -> Body? {
    try? JSONDecoder().decode(Content<Body>.self, from: Data(content)).body
  }
}
