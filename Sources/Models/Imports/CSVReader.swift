/// A reader of comma-separated values (RFC 4180), as spreadsheets and other programs write them.
///
/// Fields are separated by commas, semicolons or tabs, depending on the first record, and can be in quotation marks.
/// Records end with CRLF, LF or CR. The text is UTF-8, UTF-16 or Windows-1252, with or without a byte order mark.
package struct CSVReader: Sendable {
  /// The maximum size of a record in bytes.
  package static let maxRecordSize = 1 << 16

  private let bytes: [UInt8]
  /// The number of bytes that were read.
  package private(set) var position = 0
  /// The line on which the last record begins, counted from 1.
  package private(set) var line = 0
  private var nextLine = 1
  private let delimiter: UInt8

  /// Creates a reader of the contents of a file, in O(n).
  package init(_ file: [UInt8]) {
    bytes = file.decodedToUTF8
    let header = bytes.prefix(Self.maxRecordSize).prefix { $0 != 0x0A && $0 != 0x0D }
    let delimiters = ",;\t".utf8.map { byte in (byte: byte, count: header.count { $0 == byte }) }
    delimiter = delimiters.max { $0.count < $1.count }?.byte ?? UInt8(ascii: ",")
  }

  /// Returns the next record, skipping empty lines; `nil` at the end.
  ///
  /// - Throws: ``TextError`` with the line of a record that is too long, or of a quotation mark that is not closed. The
  ///   rest of the file can't be read then.
  package mutating func next() throws(TextError) -> [String]? {
    while position < bytes.count {
      line = nextLine
      let fields = try readRecord()
      if fields.count > 1 || !fields[0].isEmpty { return fields }
    }
    return nil
  }

  private mutating func readRecord() throws(TextError) -> [String] {
    let end = min(bytes.count, position + Self.maxRecordSize)
    var fields: [String] = []
    repeat {
      fields.append(try readField(before: end))
      if position == end, end < bytes.count {
        throw TextError(line: line, "the record is longer than \(Self.maxRecordSize >> 10) KB")
      }
    } while skip(delimiter)
    skipLineEnd()
    return fields
  }

  /// Reads a field up to its delimiter or the end of the line. Text after the closing mark belongs to the field. In a
  /// field that doesn't begin with a mark, a mark is an ordinary character.
  private mutating func readField(before end: Int) throws(TextError) -> String {
    let mark = UInt8(ascii: "\"")
    guard position < end, bytes[position] == mark else { return text(upTo: end) }
    position += 1
    let firstLine = nextLine
    var (pieces, start) = ("", position)
    while position < end {
      let byte = bytes[position]
      if byte == mark {
        pieces += text(start..<position)
        position += 1
        guard skip(mark) else { return pieces + text(upTo: end) }
        // A doubled mark stands for one mark.
        start = position - 1
      } else if isLineEnd(byte) {
        skipLineEnd()
      } else {
        position += 1
      }
    }
    guard end == bytes.count else { return "" }
    throw TextError(line: firstLine, "a quotation mark is not closed")
  }

  /// Reads text without quotation marks up to the delimiter or the end of the line.
  private mutating func text(upTo end: Int) -> String {
    let start = position
    while position < end, bytes[position] != delimiter, !isLineEnd(bytes[position]) {
      position += 1
    }
    return text(start..<position)
  }

  private func text(_ range: Range<Int>) -> String {
    range.isEmpty
      ? "" : bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipLineEnd() {
    let isReturn = skip(0x0D)
    if skip(0x0A) || isReturn { nextLine += 1 }
  }
}

// MARK: - Encodings

extension [UInt8] {
  /// The text of a file in UTF-8 without a byte order mark.
  ///
  /// Without a mark, a text is UTF-16 if one of its first two bytes is zero, and Windows-1252, which includes Latin-1,
  /// if it isn't valid UTF-8. In Windows-1252 every byte is a character.
  fileprivate var decodedToUTF8: [UInt8] {
    let isBigEndian = starts(with: [0xFE, 0xFF]) || count > 1 && self[0] == 0
    if isBigEndian || starts(with: [0xFF, 0xFE]) || count > 1 && self[1] == 0 {
      let (high, low) = isBigEndian ? (0, 1) : (1, 0)
      let units = stride(from: 0, to: count - 1, by: 2).map {
        UInt16(self[$0 + high]) << 8 | UInt16(self[$0 + low])
      }
      return Array(String(decoding: units, as: UTF16.self).withoutByteOrderMark.utf8)
    }
    let text = starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
    let isUTF8 = text.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
    return isUTF8 ? text : Array(String(String.UnicodeScalarView(text.map(\.windows1252))).utf8)
  }
}

extension UInt8 {
  /// The characters of the bytes 0x80 to 0x9F. Five bytes have none and remain control characters.
  private static let specials = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  fileprivate var windows1252: Unicode.Scalar {
    (0x80...0x9F).contains(self) ? Self.specials[Int(self) - 0x80] : Unicode.Scalar(self)
  }
}
