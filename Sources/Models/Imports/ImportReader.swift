import FoundationEssentials

/// A reader of the rows of another program's file, which groups them into sessions.
///
/// A row is a set, a rest or a note. One that Ladder can't represent is refused, with its line and the reason, and the others
/// are read. Numbers keep their digits and their unit.
public struct ImportReader {
  /// The maximum number of rows of a file.
  public static let maxRowCount = 1_000_000

  /// The sessions in the order of their first rows.
  public private(set) var sessions: [ImportedSession] = []
  /// The names of the exercises in the order of their first rows: in the file, and as Ladder stores them.
  public private(set) var exercises: [(file: String, name: String)] = []
  /// The rows, or parts of rows, that are not read.
  public private(set) var refusals = ProblemList<TextError>()
  public private(set) var rowCount = 0
  /// The number of rows that repeat another one with the number of its set.
  public private(set) var repeatedRowCount = 0
  /// The number of values that became notes, because they have no other place.
  public private(set) var noteCount = 0

  private let layout: [(column: ImportFormat.Column, header: ColumnName)]
  private let indices: [ImportFormat.Column: [Int]]
  private let unit: Weight.Unit?
  private let now: Date
  private let utcOffset: (Date) -> Int
  private var sessionIndices: [String: Int] = [:]
  private var lastTime: (text: String, time: TypedTime)?
  private var numberedRows: Set<String> = []
  private var names: [String: String] = [:]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - header: The first record of the file.
  ///   - unit: The unit of weights that have none in the file; `nil` if it is unknown.
  ///   - now: The current time. Later workouts are refused.
  ///   - utcOffset: Returns the offset from UTC of times without a zone, in seconds.
  /// - Throws: ``TextError`` if the file has no column with the date or the exercise.
  public init(
    _ format: ImportFormat, header: [String], unit: Weight.Unit?, now: Date,
    utcOffset: @escaping (Date) -> Int
  ) throws(TextError) {
    let layout = try format.layout(of: header)
    self.layout = layout
    indices = Dictionary(grouping: layout.indices) { layout[$0].column }
    self.unit = unit
    // A day alone is noon, which may not have come today.
    self.now = now.addingTimeInterval(86_400)
    self.utcOffset = utcOffset
  }

  /// Reads a row.
  ///
  /// - Throws: ``TextError`` if the rest of the file need not be read: there are too many rows, or a weight has no unit.
  /// - Complexity: O(n) in the bytes of the row.
  public mutating func read(_ fields: [String], line: Int) throws(TextError) {
    rowCount += 1
    guard rowCount <= Self.maxRowCount else {
      throw TextError(line: line, "there are more than \(Self.maxRowCount) rows; split the file")
    }
    do {
      try readRow(Row(fields: fields, indices: indices, layout: layout), line)
    } catch {
      var error = error
      error.line = line
      if error.isUnitMissing { throw error }
      refusals.append(error)
    }
  }

  /// Completes the sessions at the end of the file.
  ///
  /// - Complexity: O(n log n) in the rows.
  public mutating func finish() {
    for index in sessions.indices {
      // The rows of a session can be in any order.
      sessions[index].sets.sort { $0.time < $1.time }
      for note in sessions[index].distributeNotes() {
        refusals.append(
          TextError(line: sessions[index].line, "no note has room for \(note.quoted)"))
      }
    }
  }

  // MARK: - Rows

  /// A row of a file.
  private struct Row {
    let fields: [String]
    let indices: [ImportFormat.Column: [Int]]
    let layout: [(column: ImportFormat.Column, header: ColumnName)]

    /// The values of the columns with a meaning.
    func values(_ column: ImportFormat.Column) -> [(text: String, header: ColumnName)] {
      (indices[column] ?? []).compactMap { index in
        guard index < fields.count, !fields[index].isEmpty else { return nil }
        let text = fields[index].trimmed
        return text.isEmpty ? nil : (text, layout[index].header)
      }
    }

    /// The first value of the columns with a meaning; empty without one.
    subscript(column: ImportFormat.Column) -> String { values(column).first?.text ?? "" }

    /// The text of a number with the unit of its column, and the unit; `nil` if it is zero or missing.
    func number(
      _ column: ImportFormat.Column, unit: ImportFormat.Column
    ) -> (text: String, unit: String)? {
      guard let value = values(column).first, value.text.isPositiveOrText else { return nil }
      let unit = self[unit]
      return (value.text.decimal ?? value.text, unit.isEmpty ? value.header.unit ?? "" : unit)
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
  }

  private mutating func readRow(_ row: Row, _ line: Int) throws(TextError) {
    guard row.fields.count <= layout.count else {
      throw TextError("there are \(row.fields.count) fields, and the header has \(layout.count)")
    }
    let time = try time(of: row)
    let exercise = try exercise(row[.exercise])
    let kind = row[.kind].lowercased()
    let number = kind.isDigits ? kind : row[.skip]
    if !number.isEmpty, !numberedRows.insert(row.fields.joined(separator: "\u{1F}")).inserted {
      repeatedRowCount += 1
      return
    }
    switch kind {
    case "rest timer":
      noteCount += 1
      sessions[session(of: row, at: time, line)].addToLastSet(["rest \(row.seconds ?? "0s")"])
    case "note":
      let texts = try texts(row, [.note])
      let session = session(of: row, at: time, line)
      for text in texts { sessions[session].addNote("\(exercise): \(text)") }
    default:
      let (set, details) = try set(of: row, kind)
      let notes = try texts(row, [.note])
      let exerciseNotes = try texts(row, [.exerciseNote])
      guard set != nil || !details.isEmpty else {
        throw TextError("there are no reps, no time and no distance")
      }
      let index = try sessionWithRoom(for: set, of: row, at: time, line)
      for text in exerciseNotes { sessions[index].addNote("\(exercise): \(text)") }
      noteCount += details.count
      guard let set else {
        let text = (details + notes).joined(separator: " ")
        return sessions[index].addSetWithoutReps(of: exercise, text)
      }
      sessions[index].startedAt = min(sessions[index].startedAt, time.date)
      sessions[index].sets.append(
        ImportedSession.ImportedSet(exercise: exercise, set: set, time: time.date, line: line))
      sessions[index].addToLastSet(details + notes)
    }
  }

  /// Returns the start of the session, or the time of the set.
  private mutating func time(of row: Row) throws(TextError) -> TypedTime {
    let columns: [ImportFormat.Column] = [.date, .dmy, .mdy]
    guard let column = columns.first(where: { !row[$0].isEmpty }) else {
      throw TextError("the date is missing")
    }
    let text = row[column]
    if let lastTime, lastTime.text == text { return lastTime.time }
    let time = try time(text, column)
    lastTime = (text, time)
    return time
  }

  private func time(
    _ text: String, _ column: ImportFormat.Column
  ) throws(TextError) -> TypedTime {
    guard let typed = ImportedTime.normalized(text, order: column) else {
      throw TextError(
        "\(text.quoted) is no date, or can be two; --map dmy=COLUMN or mdy=COLUMN has the order")
    }
    do throws(TypedTime.Problem) {
      return try TypedTime(typed, now: now, utcOffset: utcOffset)
    } catch {
      throw TextError("the date \(text.quoted) \(error.rule)")
    }
  }

  /// Returns the name under which an exercise is stored: that of the file without quotation marks, in the width of a name.
  private mutating func exercise(_ raw: String) throws(TextError) -> String {
    if let known = names[raw] { return known }
    guard let file = try text(raw),
      let name = String(
        sanitizing: file.replacing("\"", with: "'"), maxWidth: Routine.maxNameWidth)
    else { throw TextError("the exercise is missing") }
    let other = exercises.first { $0.name == name }
    if let other, other.file != file {
      throw TextError("\(file.quoted) and \(other.file.quoted) are the same in 48 columns")
    }
    if other == nil { exercises.append((file, name)) }
    names[raw] = name
    return name
  }

  // MARK: - Sessions

  private mutating func session(of row: Row, at time: TypedTime, _ line: Int) -> Int {
    let id = row[.session]
    let key = id.isEmpty ? "\(time.date.millisecondsSince1970) \(row[.workout])" : "# \(id)"
    if let index = sessionIndices[key] { return index }
    sessionIndices[key] = sessions.count
    sessions.append(ImportedSession(at: time, line: line))
    return sessions.count - 1
  }

  /// Returns the session of a row, with what the row says about it.
  private mutating func sessionWithRoom(
    for set: SetEntry?, of row: Row, at time: TypedTime, _ line: Int
  ) throws(TextError) -> Int {
    let texts = try texts(row, [.workout, .workoutNote])
    let categories = try self.texts(row, [.category], isNamed: true)
    let index = session(of: row, at: time, line)
    var session = sessions[index]
    let reps = (set?.reps ?? 0) + session.sets.reduce(0) { $0 + $1.set.reps }
    guard session.sets.count < PerformedSet.maxCount, reps <= RepLog.maxReps else {
      throw TextError(
        "a session has at most \(PerformedSet.maxCount) sets and \(RepLog.maxReps) reps")
    }
    guard abs(time.date.timeIntervalSince(session.startedAt)) <= 86_400 else {
      throw TextError("the set is more than a day from the start of its session")
    }
    for text in texts + categories { session.addNote(text) }
    noteCount += categories.count
    if session.duration == nil {
      let text = row[.duration]
      session.duration = ImportedTime.duration(text)
      if let end = try? self.time(row[.end], .date).date, end >= session.startedAt {
        session.duration = .seconds(Int(end.timeIntervalSince(session.startedAt)))
      } else if session.duration == nil, !text.isEmpty {
        session.addNote("duration \(try self.text(text) ?? "")")
      }
    }
    if let (number, unit) = row.number(.bodyWeight, unit: .unit) {
      let unit = Weight.Unit(file: unit) ?? self.unit
      session.figures.bodyWeight = Weight(bodyWeight: number + (unit?.rawValue ?? ""))
      if session.figures.bodyWeight == nil { session.addNote("body weight \(number)") }
    }
    if let distance = row.distance {
      // Of several distances, none is that of the workout.
      session.figures.distance = session.hasDistance ? nil : Distance(distance)
      session.hasDistance = true
    }
    sessions[index] = session
    return index
  }

  // MARK: - Sets

  /// Returns the set of a row, without one if there are no reps, and the values that become notes.
  private func set(
    of row: Row, _ kind: String
  ) throws(TextError) -> (set: SetEntry?, details: [String]) {
    let (load, exact) = try load(of: row)
    let reps = row[.reps].isEmpty ? "0" : row[.reps]
    guard let number = reps.decimal.flatMap({ Double($0) }), number == number.rounded(),
      (0...Double(SetEntry.maxReps)).contains(number)
    else { throw TextError("\(reps.quoted) is no number of reps from 0 to \(SetEntry.maxReps)") }
    let rpe = row[.rpe]
    let isWarmUp = ["w", "warmup", "warm-up", "warm up"].contains(kind)
    let effort = rpe.decimal.flatMap { Effort($0) }
    let set = SetEntry(load, reps: Int(number), effort: effort, isWarmUp: isWarmUp)

    var details = set == nil && load != .bodyWeight ? [load.text] : []
    switch kind {
    case "", "normal", "working": break
    case "d", "dropset", "drop": details.append("drop set")
    case "f": details.append("failure")
    default: if !kind.isDigits && !(isWarmUp && set != nil) { details.append(kind) }
    }
    details += [row.distance, row.seconds, exact].compactMap(\.self)
    if rpe.isPositiveOrText, set?.effort == nil { details.append("RPE \(rpe)") }
    details += row.values(.superset).map { "superset \($0.text)" }
    details += row.values(.target).filter { $0.text != reps }.map { "target \($0.text)" }
    let others = try texts(row, [.other], isNamed: true)
    var texts: [String] = []
    for detail in details { texts += [try text(detail)].compactMap(\.self) }
    return (set, texts + others)
  }

  /// Returns the load of a set, and the digits of a weight that has more than Ladder can represent.
  private func load(of row: Row) throws(TextError) -> (load: Load, exact: String?) {
    guard let (text, word) = row.number(.weight, unit: .unit) else { return (.bodyWeight, nil) }
    guard let unit = word.isEmpty ? unit : Weight.Unit(file: word) else {
      var error = TextError(
        word.isEmpty
          ? "the weight \(text.quoted) has no unit; add --unit kg or --unit lb"
          : "the unit \(word.quoted) of a weight is neither kg nor lb")
      error.isUnitMissing = word.isEmpty
      throw error
    }
    let digits = text.drop { $0 == "-" }
    let number = digits.roundedToThousandths
    guard text.decimal != nil, let weight = DecimalText(number).flatMap({ Weight($0, unit) }) else {
      throw TextError("\(text.quoted) is no weight up to 9999")
    }
    return (
      digits.count < text.count ? .assisted(weight) : .weight(weight),
      number == digits ? nil : "\(digits)\(unit.rawValue)"
    )
  }

  // MARK: - Texts

  /// Returns the values of columns in one line each, with the names of the columns if `isNamed`.
  private func texts(
    _ row: Row, _ columns: [ImportFormat.Column], isNamed: Bool = false
  ) throws(TextError) -> [String] {
    var texts: [String] = []
    for value in columns.flatMap(row.values) {
      let text = try text(isNamed ? "\(value.header.text) \(value.text)" : value.text)
      texts += [text].compactMap(\.self)
    }
    return texts
  }

  /// Returns a text of the file in one line; `nil` if it is empty.
  private func text(_ raw: String) throws(TextError) -> String? {
    guard raw.unicodeScalars.count <= 4096 else {
      throw TextError("a text has more than 4096 characters")
    }
    return String(sanitizing: raw, maxWidth: .max)
  }
}

extension Weight.Unit {
  /// Creates the unit with a name of another program: `kgs`, `lbs`.
  fileprivate init?(file word: String) {
    switch word.lowercased() {
    case "kg", "kgs", "kilograms": self = .kilograms
    case "lb", "lbs", "pounds": self = .pounds
    default: return nil
    }
  }
}

extension String {
  /// The number with a point instead of a decimal comma: `-62.5`; `nil` if it isn't one.
  fileprivate var decimal: String? {
    let text = contains(",") && !contains(".") ? replacing(",", with: ".") : self
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy(\.isDigits) && !text.hasPrefix("--") ? text : nil
  }

  /// Whether the text is neither empty nor zero, such as `0.0` or `0:00:00`.
  fileprivate var isPositiveOrText: Bool { !allSatisfy { "0.,:".contains($0) } }
}

extension Substring {
  /// The number with at most three digits after the point.
  fileprivate var roundedToThousandths: String {
    guard let point = firstIndex(of: "."), self[point...].utf8.count > 4,
      let value = Double(self), value < 10_000
    else { return String(self) }
    let thousandths = Int((value * 1000).rounded())
    return "\(thousandths / 1000)." + String(1000 + thousandths % 1000).dropFirst()
  }
}
