import FoundationEssentials

extension Row {
  /// Reads a record, whose coding keys are the names of its columns. Columns without a key are skipped.
  ///
  /// ```swift
  /// let notes = try connection.all("SELECT * FROM notes") { try $0.decode(Note.self) }
  /// ```
  ///
  /// - Throws: ``DatabaseError`` with the reason `corrupt` for an ID that is not a UUID, and errors of the record.
  public func decode<Record: Decodable>(_ type: Record.Type = Record.self) throws -> Record {
    try Record(from: RowDecoder(row: self))
  }
}

extension Connection {
  /// Inserts a row with the values of records, whose coding keys are the names of the columns.
  ///
  /// ```swift
  /// try connection.insert(note, into: "notes", with: ["person": .integer(person)])
  /// ```
  ///
  /// - Parameters:
  ///   - others: The values of columns that no record has.
  ///   - isReplacing: Whether the row replaces an existing row with the same key.
  ///   - action: The rest of an `ON CONFLICT` clause.
  /// - Throws: ``DatabaseError``, and errors of the records.
  public func insert(
    _ records: any Encodable..., into table: SQL,
    with others: KeyValuePairs<String, SQLValue> = [:],
    isReplacing: Bool = false, onConflict action: SQL? = nil
  ) throws {
    let encoder = RowEncoder()
    for record in records { try record.encode(to: encoder) }
    let columns = encoder.columns + others.map { ($0.key, $0.value) }
    // The names are constants of the program.
    let names = columns.map(\.name).joined(separator: ", ")
    let parameters = columns.map { _ in "?" }.joined(separator: ", ")
    let sql = SQL(
      text:
        "INSERT \(isReplacing ? "OR REPLACE " : "")INTO \(table.text) (\(names)) VALUES (\(parameters))"
        + (action.map { " ON CONFLICT \($0.text)" } ?? ""))
    try step(sql, columns.map(\.value)) { _ in false }
  }
}

/// An error for a record with a value that cannot be stored in a column, such as a nested value.
private struct UnsupportedValue: Error {}

// MARK: - Decoding

private struct RowDecoder: Decoder {
  let row: Row
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer(row: row))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw UnsupportedValue() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw UnsupportedValue()
  }
}

private struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: Row
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { row.statement.columns.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { row.has(key.stringValue) }
  func decodeNil(forKey key: Key) -> Bool { row.isNull(key.stringValue) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let column = key.stringValue
    let value: Any =
      switch type {
      case is UUID.Type: try row.uuid(column)
      case is Data.Type: row.withBytes(column) { Data($0) }
      default: throw UnsupportedValue()
      }
    guard let value = value as? Value else { throw UnsupportedValue() }
    return value
  }

  func decode(_ type: String.Type, forKey key: Key) -> String { row.text(key.stringValue) }
  func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { row.integer(key.stringValue) }
  func decode(_ type: Bool.Type, forKey key: Key) -> Bool {
    row.integer(key.stringValue) != 0
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { throw UnsupportedValue() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw UnsupportedValue()
  }
  func superDecoder() throws -> any Decoder { throw UnsupportedValue() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw UnsupportedValue() }
}

// MARK: - Encoding

private final class RowEncoder: Encoder {
  var columns: [(name: String, value: SQLValue)] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RowEncodingContainer(encoder: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    preconditionFailure("a record has a value for each column")
  }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    preconditionFailure("a record has a value for each column")
  }
}

private struct RowEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: RowEncoder
  var codingPath: [any CodingKey] { [] }

  private func add(_ value: SQLValue, _ key: Key) {
    encoder.columns.append((key.stringValue, value))
  }

  func encodeNil(forKey key: Key) { add(.null, key) }
  func encode(_ value: String, forKey key: Key) { add(.text(value), key) }
  func encode(_ value: Int64, forKey key: Key) { add(.integer(value), key) }
  func encode(_ value: Bool, forKey key: Key) { add(.integer(value ? 1 : 0), key) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    switch value {
    case let id as UUID: add(.uuid(id), key)
    case let data as Data: add(.bytes(Array(data)), key)
    default: throw UnsupportedValue()
    }
  }

  func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { RowEncoder().container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}
