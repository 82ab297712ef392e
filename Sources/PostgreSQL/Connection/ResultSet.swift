import CPostgres
public import FoundationEssentials

/// The rows of a statement.
public final class ResultSet {
  private let result: OpaquePointer
  let sql: String

  /// Takes ownership of a result.
  init(_ result: OpaquePointer, sql: String) {
    self.result = result
    self.sql = sql
  }

  deinit { cpostgres_result_free(result) }

  /// The number of rows that the statement has inserted, updated or deleted.
  public var changedRowCount: Int { Int(String(cString: cpostgres_changed_rows(result))) ?? 0 }

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

  /// Calls `body` with the bytes of a value.
  ///
  /// - Throws: ``PostgreSQLError`` if the value is NULL or has another type.
  fileprivate func withBytes<Result>(
    row: Int32, column: Int32, types: UInt32..., body: (UnsafeRawBufferPointer) throws -> Result?
  ) throws -> Result {
    guard
      column < cpostgres_column_count(result),
      types.contains(cpostgres_column_type(result, column)),
      !cpostgres_is_null(result, row, column)
    else { throw unexpectedValue(in: column) }
    var count = 0
    let bytes = cpostgres_bytes(result, row, column, &count)
    guard let value = try body(UnsafeRawBufferPointer(start: bytes, count: count)) else {
      throw unexpectedValue(in: column)
    }
    return value
  }

  fileprivate func unexpectedValue(in column: Int32) -> PostgreSQLError {
    PostgreSQLError(
      .unexpectedValue, "column \(column + 1) has a value that Ladder did not write", sql: sql)
  }
}

/// A row of a ``ResultSet``. Reading a column throws ``PostgreSQLError`` if it is NULL or has another type.
public struct PostgreSQLRow {
  fileprivate let set: ResultSet
  fileprivate let index: Int32

  public func integer(_ column: Int32) throws -> Int64 {
    try set.withBytes(row: index, column: column, types: TypeNumber.int8, TypeNumber.int4) {
      switch $0.count {
      case 8: Int64(bigEndian: $0.loadUnaligned(as: Int64.self))
      case 4: Int64(Int32(bigEndian: $0.loadUnaligned(as: Int32.self)))
      default: nil
      }
    }
  }

  public func boolean(_ column: Int32) throws -> Bool {
    try set.withBytes(row: index, column: column, types: TypeNumber.bool) {
      $0.count == 1 ? $0[0] != 0 : nil
    }
  }

  public func text(_ column: Int32) throws -> String {
    try set.withBytes(row: index, column: column, types: TypeNumber.text) {
      String(validating: $0, as: UTF8.self)
    }
  }

  public func bytes(_ column: Int32) throws -> [UInt8] {
    try set.withBytes(row: index, column: column, types: TypeNumber.bytea) { Array($0) }
  }

  public func uuid(_ column: Int32) throws -> UUID {
    try set.withBytes(row: index, column: column, types: TypeNumber.uuid) {
      $0.count == 16 ? UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) : nil
    }
  }

  /// Returns an error for a value that has the right type but was not written by the program.
  public func unexpectedValue(in column: Int32) -> PostgreSQLError {
    set.unexpectedValue(in: column)
  }
}
