import FoundationEssentials
import SystemTestSupport
import Testing

@testable import SQLite

/// Tests of records, whose values are stored in columns.
struct RecordsTests {
  private struct Note: Codable, Equatable {
    var id: UUID
    var text: String?
    var count: Int64
    var isDone: Bool
    var data: Data
  }

  /// A record with a value that cannot be stored in a column.
  private struct Unsupported<Value: Codable>: Codable {
    var count: Value
  }

  /// A type that uses the decoder in ways that records do not support.
  private struct Reader: Decodable {
    enum CodingKeys: String, CodingKey { case count }

    init(from decoder: any Decoder) throws {
      #expect(decoder.codingPath.isEmpty && decoder.userInfo.isEmpty)
      #expect(throws: (any Error).self) { try decoder.unkeyedContainer() }
      #expect(throws: (any Error).self) { try decoder.singleValueContainer() }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      #expect(container.codingPath.isEmpty && container.allKeys == [.count])
      #expect(throws: (any Error).self) {
        try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .count)
      }
      #expect(throws: (any Error).self) { try container.nestedUnkeyedContainer(forKey: .count) }
      #expect(throws: (any Error).self) { try container.superDecoder() }
      #expect(throws: (any Error).self) { try container.superDecoder(forKey: .count) }
    }
  }

  private let folder = TestFolder()
  private let connection: Connection

  init() throws {
    connection = try folder.open()
    try connection.execute(
      "CREATE TABLE records (id BLOB, text TEXT, count INTEGER, isDone INTEGER, data BLOB)")
  }

  @Test(arguments: [nil, "x"]) func `a record is read back unchanged`(text: String?) throws {
    let note = Note(id: UUID(), text: text, count: .min, isDone: true, data: Data([0, 255]))
    try connection.insert(note, into: "records")
    #expect(try connection.all("SELECT * FROM records") { try $0.decode(Note.self) } == [note])
  }

  @Test func `a value that cannot be stored in a column is refused`() throws {
    try connection.run("INSERT INTO records (count) VALUES (1)")
    func expectRefusal<Value: Codable>(_ value: Value) {
      #expect(throws: (any Error).self) {
        try connection.insert(Unsupported(count: value), into: "records")
      }
      #expect(throws: (any Error).self) {
        try connection.first("SELECT * FROM records") { try $0.decode(Unsupported<Value>.self) }
      }
    }
    expectRefusal(1 as Int)
    expectRefusal(1 as UInt8)
    expectRefusal(1.5)
    expectRefusal([1 as Int64])
    _ = try connection.first("SELECT * FROM records") { try $0.decode(Reader.self) }
  }
}
