import Testing

@testable import Models

/// Tests of the reader of comma-separated values.
struct CSVReaderTests {
  private func records(_ bytes: [UInt8]) throws -> [[String]] {
    var reader = CSVReader(bytes)
    var records: [[String]] = []
    while let fields = try reader.next() { records.append(fields) }
    return records
  }

  private func records(_ text: String) throws -> [[String]] { try records(Array(text.utf8)) }

  @Test(arguments: [
    "a,b\nc,d\n", "a,b\r\nc,d\r\n", "a,b\rc,d", "a;b\nc;d", "a\tb\nc\td", "\na,b\n\n\nc,d\n",
  ])
  func `any line end ends a record, and the delimiter of the first record separates fields`(
    text: String
  ) throws {
    #expect(try records(text) == [["a", "b"], ["c", "d"]])
  }

  @Test func `a quoted field can contain delimiters, line ends and quotation marks`() throws {
    #expect(
      try records("a,b\n\"1,2\",\"x \"\"y\"\"\r\nz\"\n\"\",\"\"\"\"\n")
        == [["a", "b"], ["1,2", "x \"y\"\r\nz"], ["", "\""]])
  }

  @Test
  func `a quotation mark inside a field is a character, and text after a closing one is kept`()
    throws
  {
    #expect(try records("a,b\n5\" bar,\"x\"y\n") == [["a", "b"], ["5\" bar", "xy"]])
  }

  @Test func `empty fields are kept`() throws {
    #expect(try records("a,,\n,,\nb") == [["a", "", ""], ["", "", ""], ["b"]])
  }

  @Test func `the line of a record is the line on which it starts`() throws {
    var reader = CSVReader(Array("a,b\n\"1\n2\n\",x\n\n3,4".utf8))
    var lines: [Int] = []
    while try reader.next() != nil { lines.append(reader.line) }
    #expect(lines == [1, 2, 6])
  }

  @Test func `an error names the line of an open quotation mark`() {
    var reader = CSVReader(Array("a,b\nc,\"d\ne,f\n".utf8))
    #expect(throws: Never.self) { try reader.next() }
    #expect(throws: TextError(line: 2, "a quotation mark is not closed")) { try reader.next() }
  }

  @Test(arguments: ["", "\""])
  func `a very long record is refused before it is read completely`(mark: String) {
    let text = "a,b\n" + mark + String(repeating: "x", count: 200_000)
    var reader = CSVReader(Array(text.utf8))
    #expect(throws: Never.self) { try reader.next() }
    #expect(throws: TextError(line: 2, "the record is longer than 64 KB")) { try reader.next() }
    #expect(reader.position <= 4 + CSVReader.maxRecordSize)
  }

  @Test func `a text can have any supported encoding`() throws {
    let text = "Übung,€\nKniebeuge,😀\n"
    let expected = [["Übung", "€"], ["Kniebeuge", "😀"]]
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try records(Array(text.utf8)) == expected)
    #expect(try records([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
    #expect(try records([0xFF, 0xFE] + little) == expected)
    #expect(try records([0xFE, 0xFF] + big) == expected)
    let plain = Array("ab,c".utf16)
    #expect(try records(plain.flatMap { [UInt8($0 & 0xFF), 0] }) == [["ab", "c"]])
    #expect(try records(plain.flatMap { [0, UInt8($0 & 0xFF)] }) == [["ab", "c"]])
    #expect(try records([0xDC, 0x62, 0x2C, 0x80]) == [["Üb", "€"]])
  }

  @Test func `bytes that are not text are read to their end`() throws {
    #expect(try records([]) == [])
    #expect(throws: TextError.self) { try records([0x22]) }
    #expect(try records([0xFF, 0xFE, 0x00]) == [])
  }
}
