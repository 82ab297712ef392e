import Resources

/// A table of the columns in another program's files, in the syntax of `--map`: `date=Date,exercise=Exercise Name`.
package struct ImportFormat: Hashable, Sendable {
  /// The meaning of a column.
  package enum Column: String, Hashable, Sendable, CaseIterable {
    /// The start of a session, or the time of a set. `dmy` and `mdy` also name the order in dates with slashes.
    case date, dmy, mdy
    case end, duration, session, workout, exercise, kind, weight, unit, reps, rpe, distance, time
    case note, superset, target, category
    case distanceUnit = "distance-unit", exerciseNote = "exercise-note"
    case workoutNote = "workout-note", bodyWeight = "body-weight"
    /// A number that only repeats the order of the rows.
    case skip
    /// Any other column, whose values become notes.
    case other
  }

  /// The name for `--format`: `strong`.
  package let name: String
  /// The columns in the syntax of `--map`. If several columns share a meaning, the first value counts. An asterisk marks
  /// the columns by which a file is recognized.
  private var text: String

  /// All formats, from an embedded file. Each start reads their names, so the columns are read only by an import.
  package static let all = ladder_imports().text.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: ":", maxSplits: 1)
    return line.hasPrefix("#") || parts.count < 2
      ? nil : ImportFormat(name: String(parts[0]), text: parts[1].trimmed)
  }

  /// Returns the name of the format of a file with a header; `nil` if no format has these columns.
  package static func recognized(by header: [String]) -> String? {
    let keys = Set(header.map { key(of: $0).0 })
    return all.first { $0.signature.isSubset(of: keys) }?.name
  }

  /// The keys of the columns by which a file is recognized.
  private var signature: Set<String> {
    let marked = text.split(separator: ",").filter { $0.hasPrefix("*") }
    return Set(
      marked.compactMap { $0.split(separator: "=").last }.map { Self.key(of: String($0)).0 })
  }

  /// Returns a copy in which some columns have other meanings.
  ///
  /// - Parameter text: Meanings with the names of columns, such as `date=Datum,exercise=Übung`.
  /// - Throws: ``TextError``.
  package func mapping(_ text: String) throws(TextError) -> ImportFormat {
    _ = try Self.columns(text)
    return ImportFormat(name: name, text: self.text + "," + text)
  }

  /// Returns the meanings of columns by the keys of their names.
  private static func columns(_ text: String) throws(TextError) -> [String: Column] {
    var columns: [String: Column] = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      guard sides.count == 2, let column = Column(rawValue: sides[0].lowercased()) else {
        let names = Column.allCases.map(\.rawValue).joined(separator: ", ")
        throw TextError(
          "--map must be like date=Datum,exercise=Name, not \(part.trimmed.quoted); it can set \(names)"
        )
      }
      columns[key(of: sides[1]).0] = column
    }
    return columns
  }

  /// A column of a file: "Weight (kg)" is the weight in kilograms.
  struct FileColumn {
    let name: String
    let column: Column
    /// The unit in the name; empty without one.
    let unit: String
  }

  /// Returns the columns of a file.
  ///
  /// - Throws: ``TextError`` if the date or the exercise has no column.
  func layout(of header: [String]) throws(TextError) -> [FileColumn] {
    let columns = try Self.columns(text.filter { $0 != "*" })
    let layout = header.map { name in
      let (key, unit) = Self.key(of: name)
      return FileColumn(name: name.trimmed, column: columns[key] ?? .other, unit: unit)
    }
    let found = Set(layout.map(\.column))
    for needed in [[Column.date, .dmy, .mdy], [.exercise]] where found.isDisjoint(with: needed) {
      let name = needed[0].rawValue
      throw TextError(line: 1, "the \(name) column is missing; choose it with --map \(name)=COLUMN")
    }
    return layout
  }

  /// Returns the name of a column in lower case without its unit, and the unit: `weight` and `kg` for "Weight (kg)" and
  /// "weight_kg".
  private static func key(of name: String) -> (String, unit: String) {
    var words = name.trimmed.lowercased().split { $0 == " " || $0 == "_" }.map(String.init)
    let last = (words.last ?? "").filter { $0 != "(" && $0 != ")" }
    guard words.count > 1, last != words.last || units.contains(last) else {
      return (words.joined(separator: " "), "")
    }
    words.removeLast()
    return (words.joined(separator: " "), last)
  }

  private static let units: Set<String> = [
    "kg", "kgs", "lb", "lbs", "km", "m", "mi", "meters", "miles", "seconds", "sec",
  ]
}
