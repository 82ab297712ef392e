import FoundationEssentials

/// A reader of the rows of another program's file, which groups them into sessions.
///
/// A row is a set, a rest or a note. One that Ladder can't represent is refused, with its line and the reason, and the others
/// are read. Numbers keep their digits and their unit.
public struct ImportReader: Sendable {
  /// The maximum number of rows of a file.
  public static let maxRowCount = 1_000_000

  /// The sessions in the order of their first rows.
  public private(set) var sessions: [ImportedSession] = []
  /// The refused rows. The line is that of the file.
  public private(set) var refusals = ProblemList<TextError>()
  /// The number of rows.
  public private(set) var rowCount = 0
  /// The number of rows that another row repeats, with the number of its set.
  public private(set) var repeatedRowCount = 0
  /// The number of values that became notes, because they have no other place.
  public private(set) var noteCount = 0

  private let layout: [(column: ImportFormat.Column, header: ColumnName)]
  private let indices: [ImportFormat.Column: [Int]]
  private let unit: Weight.Unit?
  private let now: Date
  private let utcOffset: @Sendable (Date) -> Int
  private var sessionIndices: [String: Int] = [:]
  private var lastTime: (text: String, time: TypedTime)?
  private var rowsWithNumber: Set<String> = []

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - header: The first record of the file.
  ///   - unit: The unit of weights that have none in the file; `nil` if it is unknown.
  ///   - now: The current time. Workouts of the future are refused.
  ///   - utcOffset: Returns the offset from UTC of times without a zone, in seconds.
  /// - Throws: ``TextError`` if the file has no column with the date or the exercise.
  public init(
    _ format: ImportFormat, header: [String], unit: Weight.Unit?, now: Date,
    utcOffset: @escaping @Sendable (Date) -> Int
  ) throws(TextError) {
    layout = try format.layout(of: header)
    indices = Dictionary(grouping: layout.indices, by: { [layout] in layout[$0].column })
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
      throw TextError(line: line, "the file has more than \(Self.maxRowCount) rows; split it")
    }
    do {
      try readRow(fields, line)
    } catch {
      var error = error
      error.line = line
      if error.isUnitMissing { throw error }
      refusals.append(error)
    }
  }

  /// Reads the end of the file.
  public mutating func finish() {
    for index in sessions.indices {
      for note in sessions[index].distributeNotes() {
        refusals.append(
          TextError(line: sessions[index].line, "the notes have no room for \(note.quoted)"))
      }
    }
  }

  // MARK: - Rows

  private mutating func readRow(_ fields: [String], _ line: Int) throws(TextError) {
    guard fields.count <= layout.count else {
      throw TextError("the row has \(fields.count) fields, and the header has \(layout.count)")
    }
    let row = Row(fields: fields, indices: indices, layout: layout)
    let time = try time(of: row)
    guard let exercise = String(sanitizing: row[.exercise], maxWidth: WorkoutNote.maxWidth) else {
      throw TextError("the exercise is missing")
    }
    let kind = row[.kind].lowercased()
    let number = kind.isDigits ? kind : row[.skip]
    if !number.isEmpty, !rowsWithNumber.insert(fields.joined(separator: "\u{1F}")).inserted {
      repeatedRowCount += 1
      return
    }
    if kind == "rest timer" || kind == "note" {
      let isRest = kind == "rest timer"
      let note = isRest ? row.seconds.map { "rest \($0)" } : try text(row[.note])
      let session = session(of: row, at: time, line)
      if let note { sessions[session].addNotes([note], toSetOf: exercise) }
      noteCount += isRest ? 1 : 0
      return
    }
    let set = try set(of: row, kind)
    var (details, notes) = (try details(of: row, kind, set), try texts(row.values(.note).map(\.text)))
    let session = session(of: row, at: time, line)
    try addTexts(of: row, to: session)
    notes = (sessions[session].pendingNotes.removeValue(forKey: exercise) ?? []) + notes
    if let text = try text(row[.exerciseNote]),
      !sessions[session].exerciseNotes.contains([exercise, text])
    {
      sessions[session].exerciseNotes.insert([exercise, text])
      notes.append(text)
    }
    noteCount += details.count
    if var entry = set.entry {
      sessions[session].notes += entry.addNotes(details + notes)
      sessions[session].startedAt = min(sessions[session].startedAt, time.date)
      sessions[session].sets.append(
        ImportedSession.ImportedSet(exercise: exercise, set: entry, time: time.date, line: line))
    } else {
      if let load = set.loadText { details.insert(load, at: 0) }
      guard !details.isEmpty else { throw TextError("there are no reps, no time and no distance") }
      sessions[session].addSetWithoutReps(of: exercise, (details + notes).joined(separator: " "))
      noteCount += set.loadText == nil ? 0 : 1
    }
  }

  /// A row of a file.
  private struct Row {
    let fields: [String]
    let indices: [ImportFormat.Column: [Int]]
    let layout: [(column: ImportFormat.Column, header: ColumnName)]

    /// The first value of the columns with a meaning, with the unit in the name of its column.
    func value(_ column: ImportFormat.Column) -> (text: String, unit: String?)? {
      for index in indices[column] ?? [] where index < fields.count && !fields[index].isEmpty {
        let text = fields[index].trimmed
        if !text.isEmpty { return (text, layout[index].header.unit) }
      }
      return nil
    }

    subscript(column: ImportFormat.Column) -> String { value(column)?.text ?? "" }

    /// The values of all columns with a meaning, with the names of the columns.
    func values(_ column: ImportFormat.Column) -> [(header: String, text: String)] {
      (indices[column] ?? []).compactMap {
        $0 < fields.count && !fields[$0].trimmed.isEmpty
          ? (layout[$0].header.text, fields[$0].trimmed) : nil
      }
    }

    /// The time of a set: `60s`, or as the file has it; `nil` for none.
    var seconds: String? {
      let text = self[.time]
      guard text.contains(where: { ("1"..."9").contains($0) }) else { return nil }
      return text.decimal.map { "\($0)s" } ?? text
    }
  }

  /// Returns the start of the session, or the time of the set.
  private mutating func time(of row: Row) throws(TextError) -> TypedTime {
    let columns: [ImportFormat.Column] = [.date, .dmy, .mdy]
    guard let column = columns.first(where: { indices[$0] != nil && !row[$0].isEmpty }) else {
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
        "the date \(text.quoted) can't be read, or the order of day and month is unclear: say it "
          + "with --map dmy=COLUMN or mdy=COLUMN")
    }
    do throws(TypedTime.Problem) {
      return try TypedTime(typed, now: now, utcOffset: utcOffset)
    } catch {
      throw TextError("the date \(text.quoted) \(error.rule)")
    }
  }

  private mutating func session(of row: Row, at time: TypedTime, _ line: Int) -> Int {
    let id = row[.session]
    let key = id.isEmpty ? "\(time.date.millisecondsSince1970) \(row[.workout])" : "# \(id)"
    if let index = sessionIndices[key] { return index }
    sessionIndices[key] = sessions.count
    sessions.append(ImportedSession(at: time, line: line))
    return sessions.count - 1
  }

  /// Adds what a row says about its session.
  private mutating func addTexts(of row: Row, to session: Int) throws(TextError) {
    for column in [ImportFormat.Column.workout, .workoutNote] {
      if let text = try text(row[column]) { sessions[session].addNote(text) }
    }
    for (column, text) in row.values(.category) {
      noteCount += 1
      sessions[session].addNote("\(column) \(try self.text(text) ?? "")")
    }
    if sessions[session].duration == nil {
      if let end = row.value(.end)?.text, let time = try? time(end, .date) {
        let seconds = time.date.timeIntervalSince(sessions[session].startedAt)
        if seconds >= 0 { sessions[session].duration = .milliseconds(Int64(seconds * 1000)) }
      } else if let duration = row.value(.duration) {
        sessions[session].duration = ImportedTime.duration(duration.text)
        if sessions[session].duration == nil { sessions[session].addNote("duration \(duration.text)") }
      }
    }
    if let value = row.value(.bodyWeight), sessions[session].figures.bodyWeight == nil {
      let unit = Weight.Unit(file: value.unit ?? row[.unit])?.rawValue ?? unit?.rawValue ?? ""
      sessions[session].figures.bodyWeight = Weight(
        bodyWeight: (value.text.decimal ?? value.text) + unit)
      if sessions[session].figures.bodyWeight == nil {
        sessions[session].addNote("body weight \(value.text)")
      }
    }
    if let text = row.value(.calories)?.text, sessions[session].figures.calories == nil {
      sessions[session].figures.calories = Calories("\(text.decimal ?? text)kcal")
      if sessions[session].figures.calories == nil { sessions[session].addNote("\(text) kcal") }
    }
    if let distance = distance(of: row) {
      // Of several distances, none is that of the workout.
      sessions[session].figures.distance = sessions[session].hasDistance ? nil : Distance(distance)
      sessions[session].hasDistance = true
    }
  }

  // MARK: - Sets

  /// The parts of a set.
  private struct ParsedSet {
    /// `nil` without reps.
    var entry: SetEntry?
    var loadText: String?
    /// The digits of a weight that has more than Ladder can represent.
    var exactWeight: String?
  }

  private func set(of row: Row, _ kind: String) throws(TextError) -> ParsedSet {
    var result = ParsedSet()
    var load = Load.bodyWeight
    if let value = row.value(.weight) {
      guard let decimal = value.text.decimal else {
        throw TextError("the weight \(value.text.quoted) is not a number")
      }
      let digits = decimal.drop { $0 == "-" }
      if digits.contains(where: { ("1"..."9").contains($0) }) {
        let word = row[.unit].isEmpty ? value.unit : row[.unit]
        guard let unit = word == nil ? unit : Weight.Unit(file: word ?? "") else {
          var error = TextError(
            word == nil
              ? "the weight \(value.text) has no unit; add --unit kg or --unit lb"
              : "the unit \((word ?? "").quoted) of a weight is neither kg nor lb")
          error.isUnitMissing = word == nil
          throw error
        }
        let number = digits.roundedToThousandths
        guard let weight = DecimalText(number).flatMap({ Weight($0, unit) }) else {
          throw TextError("the weight \(value.text.quoted) is more than 9999")
        }
        if number != digits { result.exactWeight = "\(digits)\(unit.rawValue)" }
        load = decimal.hasPrefix("-") ? .assisted(weight) : .weight(weight)
        result.loadText = load.text
      }
    }
    guard let text = row.value(.reps)?.text else { return result }
    guard let decimal = text.decimal, let number = Double(decimal), number == number.rounded(),
      (0...Double(SetEntry.maxReps)).contains(number)
    else {
      throw TextError("\(text.quoted) is no number of reps from 0 to \(SetEntry.maxReps)")
    }
    let isWarmUp = ["w", "warmup", "warm-up", "warm up"].contains(kind)
    let effort = row[.rpe].decimal.flatMap { Effort($0) }
    result.entry = SetEntry(load, reps: Int(number), effort: effort, isWarmUp: isWarmUp)
    return result
  }

  /// Returns the values of a row that become notes: those for which a set has no place.
  private func details(
    of row: Row, _ kind: String, _ set: ParsedSet
  ) throws(TextError) -> [String] {
    var details: [String] = []
    switch kind {
    case _ where kind.isDigits && set.entry != nil: break
    case "", "normal", "working", "w", "warmup", "warm-up", "warm up": break
    case "d", "dropset", "drop": details.append("drop set")
    case "f": details.append("failure")
    case _ where kind.isDigits: break
    default: details.append(kind)
    }
    details += [distance(of: row), row.seconds, set.exactWeight].compactMap(\.self)
    let rpe = row[.rpe]
    if set.entry?.effort == nil, let number = rpe.decimal.flatMap({ Double($0) }), number != 0 {
      details.append("RPE \(rpe)")
    } else if !rpe.isEmpty, rpe.decimal == nil {
      details.append("RPE \(rpe)")
    }
    if let superset = row.value(.superset)?.text { details.append("superset \(superset)") }
    if let target = row.value(.target)?.text, target != row[.reps] {
      details.append("target \(target)")
    }
    for (column, text) in row.values(.other) { details.append("\(column) \(text)") }
    return try texts(details)
  }

  /// Returns texts of the file in one line each, without empty ones.
  private func texts(_ raw: [String]) throws(TextError) -> [String] {
    var texts: [String] = []
    for raw in raw {
      if let text = try text(raw) { texts.append(text) }
    }
    return texts
  }

  /// The distance of a set with its unit: `5km`; `nil` for none.
  private func distance(of row: Row) -> String? {
    guard let value = row.value(.distance), let number = value.text.decimal,
      number.contains(where: { ("1"..."9").contains($0) })
    else { return row.value(.distance).flatMap { $0.text.decimal == nil ? $0.text : nil } }
    let unit = row[.distanceUnit].isEmpty ? value.unit ?? "" : row[.distanceUnit]
    let units = ["meters": "m", "kilometers": "km", "kms": "km", "miles": "mi"]
    return number + (units[unit.lowercased()] ?? unit)
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
  var decimal: String? {
    let text = contains(",") && !contains(".") ? replacing(",", with: ".") : self
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy(\.isDigits) ? text : nil
  }
}

extension Substring {
  /// The number with at most three digits after the point.
  fileprivate var roundedToThousandths: String {
    guard let point = firstIndex(of: "."), self[point...].utf8.count > 4,
      let value = Double(self), value < 10_000
    else { return String(self) }
    let thousandths = Int((value * 1000).rounded())
    let fraction = String(1000 + thousandths % 1000).dropFirst()
    return "\(thousandths / 1000).\(fraction)"
  }
}
