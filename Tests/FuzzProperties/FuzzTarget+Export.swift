import ClientsLive
import FoundationEssentials
import Models
import SQLite

extension FuzzTarget {
  /// Checks that an export has the same items in chunks of any size, and that imported items can be exported and are
  /// not imported twice.
  func checkExport(_ bytes: [UInt8]) throws(PropertyViolation) {
    let items = Self.items(bytes, chunkSize: bytes.count)
    for chunkSize in [1, 7] {
      try expect(Self.items(bytes, chunkSize: chunkSize) == items, "chunks change the items")
    }
    do {
      let connection = try Connection.inMemory()
      let first = try Self.importItems(items, into: connection)
      for refusal in first.refusals {
        try expect(refusal.problem.isOnlyText, refusal.problem.debugDescription)
      }
      let text = try Self.export(connection)
      let second = try Self.importItems(items, into: connection)
      try expect(second.addedCount == 0, "an item is added twice")
      try expect(try Self.export(connection) == text, "a second import has an effect")
      let copy = try Connection.inMemory()
      let exported = Self.items(Array(text.utf8), chunkSize: 1 << 16)
      try expect(
        try Self.importItems(exported, into: copy).refusals.isEmpty, "an exported item is refused")
      try expect(try Self.export(copy) == text, "the export of a copy differs")
    } catch let error as PropertyViolation {
      throw error
    } catch {
      throw PropertyViolation("\(error)")
    }
  }

  /// Returns the items of an export up to the first error.
  private static func items(_ bytes: [UInt8], chunkSize: Int) -> [Data] {
    var rest = bytes[...]
    var reader = ExportReader {
      defer { rest = rest.dropFirst(max(1, chunkSize)) }
      return Array(rest.prefix(max(1, chunkSize)))
    }
    var items: [Data] = []
    while let item = try? reader.next() { items.append(item.json) }
    return items
  }

  private static func importItems(
    _ items: [Data], into connection: Connection
  ) throws -> ExportImport {
    try connection.write {
      let number = try connection.imports.begin(file: "", format: "ladder", at: Date())
      var imported = ExportImport(into: connection, for: number, at: Date())
      for (index, item) in items.enumerated() { try imported.add(item, line: index + 1) }
      return imported
    }
  }

  private static func export(_ connection: Connection) throws -> String {
    var text = ""
    _ = try connection.exports.write(.json) { text += $0 }
    return text
  }
}
