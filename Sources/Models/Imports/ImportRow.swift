/// A row of another program's file, whose values are found by the meanings of their columns.
struct ImportRow {
  typealias Value = (text: String, column: ImportFormat.FileColumn)

  /// The fields without spaces at their ends.
  private(set) var fields: [String] = []
  private let layout: [ImportFormat.FileColumn]
  private let indices: [ImportFormat.Column: [Int]]

  /// Creates an empty row of a file with the given columns.
  init(_ layout: [ImportFormat.FileColumn]) {
    self.layout = layout
    indices = Dictionary(grouping: layout.indices) { layout[$0].column }
  }

  /// Replaces the fields.
  ///
  /// - Throws: ``TextError`` if there are more fields than columns.
  mutating func replaceFields(_ raw: [String]) throws(TextError) {
    guard raw.count <= layout.count else {
      throw TextError("the row has \(raw.count) fields, but the header has \(layout.count)")
    }
    fields = raw.map(\.trimmed)
  }

  /// Returns the first value of the columns with a meaning; empty if there is no value.
  subscript(_ column: ImportFormat.Column) -> String { value(column)?.text ?? "" }

  /// Returns the values of the columns with a meaning.
  func values(_ column: ImportFormat.Column) -> [Value] {
    (indices[column] ?? []).compactMap(value)
  }

  private func value(_ column: ImportFormat.Column) -> Value? {
    for index in indices[column] ?? [] {
      if let value = value(index) { return value }
    }
    return nil
  }

  private func value(_ index: Int) -> Value? {
    index < fields.count && !fields[index].isEmpty ? (fields[index], layout[index]) : nil
  }

  /// Returns the text of a number and its unit, which can be in the name of the column; `nil` if it is zero or missing.
  func number(
    _ column: ImportFormat.Column, unit: ImportFormat.Column
  ) -> (text: String, unit: String)? {
    guard let value = value(column), value.text.isPositiveOrText else { return nil }
    return (value.text.decimal ?? value.text, self.value(unit)?.text ?? value.column.unit)
  }

  /// The time of a set: `60s`, or as the file has it; `nil` for none.
  var seconds: String? {
    let text = self[.time]
    return text.isPositiveOrText ? text.decimal.map { "\($0)s" } ?? text : nil
  }

  /// The distance of a set: `5km`; `nil` for none.
  var distance: String? {
    guard let (number, unit) = number(.distance, unit: .distanceUnit) else { return nil }
    let units = ["meters": "m", "kilometers": "km", "kms": "km", "miles": "mi"]
    return number + (units[unit.lowercased()] ?? unit)
  }

  /// Returns the values of columns in one line each, with the names of the columns if `isNamed`.
  func texts(
    _ columns: [ImportFormat.Column], isNamed: Bool = false
  ) throws(TextError) -> [String] {
    var raw: [String] = []
    for column in columns {
      for value in values(column) {
        raw.append(isNamed ? "\(value.column.name) \(value.text)" : value.text)
      }
    }
    return try Self.lines(raw)
  }

  /// Returns texts of the file in one line each, without empty ones.
  static func lines(_ raw: [String]) throws(TextError) -> [String] {
    guard raw.allSatisfy({ $0.utf8.count <= 4096 || $0.unicodeScalars.count <= 4096 }) else {
      throw TextError("a field has more than 4096 characters")
    }
    return raw.compactMap { String(sanitizing: $0, maxWidth: .max) }
  }
}

extension String {
  /// The number with a point instead of a decimal comma: `-62.5`; `nil` if the text isn't a number.
  var decimal: String? {
    let hasComma = utf8.contains(UInt8(ascii: ",")) && !utf8.contains(UInt8(ascii: "."))
    let text = hasComma ? replacing(",", with: ".") : self
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    let parts = digits.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { Substring($0).isDigits } ? text : nil
  }

  /// Whether the text is neither empty nor a zero such as `0.0` or `0:00:00`.
  var isPositiveOrText: Bool { !utf8.allSatisfy { "0.,:".utf8.contains($0) } }
}
