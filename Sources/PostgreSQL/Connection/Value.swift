import CPostgres
public import FoundationEssentials

/// A value of a statement's parameter.
public enum Value: Hashable, Sendable {
  case integer(Int64)
  case boolean(Bool)
  case text(String)
  case bytes([UInt8])
  case uuid(UUID)

  /// The number of its type in PostgreSQL.
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
  /// A text is sent with its length, so that the server refuses a NUL in it; as a C string it would be cut there.
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

/// The numbers of PostgreSQL's built-in types, which never change.
enum TypeNumber {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let int8: UInt32 = 20
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let uuid: UInt32 = 2950
}

extension [Value] {
  /// Calls `body` with the values in C.
  func withCValues<Result>(
    _ body: (UnsafePointer<cpostgres_value>?, Int32) throws -> Result
  ) rethrows -> Result {
    // A byte at the beginning, because the pointer of an empty value must not be NULL.
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
