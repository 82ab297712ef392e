import CPostgres
public import FoundationEssentials

/// A statement with the values of its parameters.
public struct Statement: Sendable {
  /// A literal in the source code, so values cannot become part of the statement.
  public let literal: StaticString
  public let values: [Value]
  /// The text of a migration's statement, which is parsed each time; `nil` for other statements.
  let text: String?

  public init(_ literal: StaticString, _ values: Value...) {
    self.init(literal, values)
  }

  public init(_ literal: StaticString, _ values: [Value]) {
    self.literal = literal
    self.values = values
    text = nil
  }

  init(text: String) {
    literal = ""
    values = []
    self.text = text
  }

  var sql: String { text ?? literal.description }
}

/// A value bound to a parameter of a statement.
public enum Value: Hashable, Sendable {
  case integer(Int64)
  case boolean(Bool)
  case text(String)
  case bytes([UInt8])
  case uuid(UUID)

  /// The OID of the value's type in PostgreSQL.
  var type: UInt32 {
    switch self {
    case .integer: TypeNumber.int8
    case .boolean: TypeNumber.bool
    case .text: TypeNumber.text
    case .bytes: TypeNumber.bytea
    case .uuid: TypeNumber.uuid
    }
  }

  /// Appends the value in PostgreSQL's binary format.
  ///
  /// Text is sent with its length, so that the server rejects a NUL in it. A C string would end there.
  func append(to buffer: inout [UInt8]) {
    switch self {
    case .integer(let number):
      withUnsafeBytes(of: number.bigEndian) { buffer.append(contentsOf: $0) }
    case .boolean(let isTrue): buffer.append(isTrue ? 1 : 0)
    case .text(let text): buffer.append(contentsOf: text.utf8)
    case .bytes(let bytes): buffer.append(contentsOf: bytes)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { buffer.append(contentsOf: $0) }
    }
  }
}

/// The OIDs of PostgreSQL's built-in types, which never change.
enum TypeNumber {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let int8: UInt32 = 20
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let uuid: UInt32 = 2950
}

extension [Value] {
  /// Calls `body` with the values in C's format.
  func withCValues<Result>(
    _ body: (UnsafePointer<cpostgres_value>?, Int32) throws -> Result
  ) rethrows -> Result {
    // Starts with one byte, because the pointer of an empty value must not be NULL.
    var buffer: [UInt8] = [0]
    let ends = map { value in
      value.append(to: &buffer)
      return buffer.count
    }
    return try buffer.withUnsafeBytes { bytes in
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var start = 1
      let values = zip(self, ends).map { value, end in
        defer { start = end }
        return cpostgres_value(
          type: value.type, count: Int32(end - start), bytes: base?.advanced(by: start))
      }
      return try body(values, Int32(values.count))
    }
  }
}

// MARK: - Results

/// The result of a statement.
public final class ResultSet {
  private let result: OpaquePointer
  let sql: String
  private lazy var columns = (0..<cpostgres_column_count(result)).map {
    String(cString: cpostgres_column_name(result, $0))
  }

  /// Creates a result set that owns `result`.
  init(_ result: OpaquePointer, sql: String) {
    self.result = result
    self.sql = sql
  }

  deinit { cpostgres_result_free(result) }

  /// Returns the first row, converted by `read`, or `nil` if there are no rows.
  ///
  /// - Throws: Errors of `read`.
  public func first<Result>(_ read: (PostgreSQLRow) throws -> Result) throws -> Result? {
    guard cpostgres_row_count(result) > 0 else { return nil }
    return try read(PostgreSQLRow(set: self, index: 0))
  }

  /// Returns all rows, converted by `read`.
  ///
  /// - Throws: Errors of `read`.
  /// - Complexity: O(n) in the rows.
  public func all<Result>(_ read: (PostgreSQLRow) throws -> Result) throws -> [Result] {
    try (0..<cpostgres_row_count(result)).map { try read(PostgreSQLRow(set: self, index: $0)) }
  }

  /// Calls `body` for each row.
  ///
  /// - Throws: Errors of `body`.
  public func forEach(_ body: (PostgreSQLRow) throws -> Void) throws {
    for index in 0..<cpostgres_row_count(result) {
      try body(PostgreSQLRow(set: self, index: index))
    }
  }

  /// Calls `body` with the bytes of a value.
  ///
  /// - Throws: ``PostgreSQLError`` if there is no such column, or its value is NULL or of another type.
  fileprivate func withBytes<Result>(
    row: Int32, column: String, types: UInt32..., body: (UnsafeRawBufferPointer) throws -> Result?
  ) throws -> Result {
    guard
      let index = columns.firstIndex(of: column).map({ Int32($0) }),
      types.contains(cpostgres_column_type(result, index)),
      !cpostgres_is_null(result, row, index)
    else { throw unexpectedValue(in: column) }
    var count = 0
    let bytes = cpostgres_bytes(result, row, index, &count)
    guard let value = try body(UnsafeRawBufferPointer(start: bytes, count: count)) else {
      throw unexpectedValue(in: column)
    }
    return value
  }

  fileprivate func unexpectedValue(in column: String) -> PostgreSQLError {
    PostgreSQLError(
      .unexpectedValue, "the column \(column) has a value that Ladder did not write", sql: sql)
  }
}

/// A row of a ``ResultSet``. Reading throws ``PostgreSQLError`` if the column is missing, NULL or of another type.
public struct PostgreSQLRow {
  fileprivate let set: ResultSet
  fileprivate let index: Int32

  public func integer(_ column: String) throws -> Int64 {
    try set.withBytes(row: index, column: column, types: TypeNumber.int8, TypeNumber.int4) {
      switch $0.count {
      case 8: Int64(bigEndian: $0.loadUnaligned(as: Int64.self))
      case 4: Int64(Int32(bigEndian: $0.loadUnaligned(as: Int32.self)))
      default: nil
      }
    }
  }

  public func boolean(_ column: String) throws -> Bool {
    try set.withBytes(row: index, column: column, types: TypeNumber.bool) {
      $0.count == 1 ? $0[0] != 0 : nil
    }
  }

  public func text(_ column: String) throws -> String {
    try set.withBytes(row: index, column: column, types: TypeNumber.text) {
      String(validating: $0, as: UTF8.self)
    }
  }

  public func bytes(_ column: String) throws -> [UInt8] {
    try set.withBytes(row: index, column: column, types: TypeNumber.bytea) { Array($0) }
  }

  public func uuid(_ column: String) throws -> UUID {
    try set.withBytes(row: index, column: column, types: TypeNumber.uuid) {
      $0.count == 16 ? UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) : nil
    }
  }

  /// Returns an error for a value that has the right type but was not written by the program.
  public func unexpectedValue(in column: String) -> any Error { set.unexpectedValue(in: column) }
}
