import FoundationEssentials
import Models

/// The content of a journal's entry: the state of an item at a time.
///
/// A later record about the same item replaces an earlier one. The exceptions are in ``JournalKind``.
struct JournalRecord: Hashable, Sendable {
  var kind: String
  /// The version of the kind's format.
  var version: Int
  /// The item that the record is about.
  var subject: JournalSubject
  var time: HybridTime
  /// The JSON of the record with all its members, including those that this version of the program does not know.
  var content: [UInt8]

  /// The kind, if this version of the program knows it in this format.
  var knownKind: JournalKind? { version == 1 ? JournalKind(rawValue: kind) : nil }
}

/// A kind of record that this version of the program knows.
enum JournalKind: String, CaseIterable, Sendable {
  // The kinds are applied in this order: workouts need the scoring of their challenge.
  case challenge
  case plan
  /// A session of a plan. The record with the most completed sets applies, regardless of its time.
  case planSession = "plan-session"
  /// A workout, which never changes.
  case workout
  /// Whether a workout is in the trash.
  case trash
  case setting
  case exerciseSettings = "exercise-settings"
}

/// The identity of an item in the journal: the bytes of a UUID, or of a text in UTF-8.
struct JournalSubject: Hashable, Sendable {
  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ id: UUID) { bytes = id.bytes }
  init(_ text: String) { bytes = Array(text.utf8) }
  /// A session of a plan.
  init(_ plan: UUID, session: Int64) {
    bytes = plan.bytes + withUnsafeBytes(of: UInt32(clamping: session).bigEndian) { Array($0) }
  }

  /// The UUID; `nil` if the bytes are not one.
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
  /// The JSON members that all versions have.
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

// MARK: - Bodies

/// Whether a workout is in the trash.
struct TrashBody: Codable, Hashable {
  /// The time of the deletion in milliseconds since 1970; `nil` if the workout is not in the trash.
  var deletedAt: Int64?
  /// Whether the workout was removed permanently: a correction that was undone.
  var isRemoved: Bool?

  private enum CodingKeys: String, CodingKey {
    case deletedAt = "deleted_at"
    case isRemoved = "is_removed"
  }
}

/// A setting in the journal: its value in the settings file.
struct SettingBody: Codable, Hashable {
  var value: String
}

extension JournalRecord {
  /// The workout that this record's workout corrects, if any.
  var corrects: UUID? {
    knownKind == .workout ? body(WorkoutRecord.self)?.corrects : nil
  }

  /// Whether this version of the program can apply the record. Other records are kept for newer versions.
  var canBeApplied: Bool {
    guard time.rawValue >= 0 else { return false }
    return switch knownKind {
    case .challenge: body(ChallengeRecord.self)?.isValid(for: subject) == true
    case .plan: body(PlanRecord.self)?.isValid(for: subject) == true
    case .planSession: subject.bytes.count == 20 && body(PlanSessionRecord.self)?.isValid == true
    case .workout:
      body(WorkoutRecord.self).map { $0.isValid && JournalSubject($0.id) == subject } == true
    case .trash: subject.uuid != nil && body(TrashBody.self) != nil
    case .setting: body(SettingBody.self) != nil
    case .exerciseSettings: body(ExerciseSettingsRecord.self)?.isValid(for: subject) == true
    case nil: false
    }
  }
}

extension PlanRecord {
  func isValid(for subject: JournalSubject) -> Bool {
    JournalSubject(id) == subject && challenge.utf8.count <= 200
      && WorkoutRecord.days.contains(testedOn) && duration >= 0 && plan != nil
  }
}

extension PlanSessionRecord {
  var isValid: Bool {
    (0...1000).contains(sets) && WorkoutRecord.days.contains(day)
  }

  /// Whether this progress replaces other progress in the same session.
  func isAhead(of other: PlanSessionRecord) -> Bool {
    // If the progress is equal, the record with the earlier day applies.
    (isDone ? 1 : 0, sets, -day) > (other.isDone ? 1 : 0, other.sets, -other.day)
  }
}

extension ChallengeRecord {
  func isValid(for subject: JournalSubject) -> Bool {
    JournalSubject(id) == subject && Challenge.ID(rawValue: id).isCustom && id.utf8.count <= 200
      && challenge != nil
  }
}

extension ExerciseSettingsRecord {
  /// The settings without the name; empty if none is set.
  var values: [String: String] {
    ["rule": rule, "note": note, "newName": newName, "unit": unit, "muscles": muscles, "bar": bar]
      .compactMapValues(\.self)
  }

  /// The subject of the record; `nil` if the name is too long for one.
  var subject: JournalSubject? {
    let bytes = Array(exercise.nameKey.utf8)
    return bytes.count <= JournalSubject.maxSize ? JournalSubject(bytes: bytes) : nil
  }

  /// Whether this version of the program can read the names and the rule.
  func isValid(for subject: JournalSubject) -> Bool {
    let names = [exercise] + [newName].compactMap(\.self)
    guard
      self.subject == subject,
      names.allSatisfy({ name in
        Routine.exerciseName(name)?.unicodeScalars.elementsEqual(name.unicodeScalars) ?? false
      })
    else { return false }
    return rule.map { (try? ProgressionRule(text: $0)) != nil } ?? true
  }
}
