import FoundationEssentials

/// A reader of the rows of another program's file, which groups them into sessions.
///
/// A row is a set, a rest or a note. The reader refuses a row that Ladder can't represent, with its line and the
/// reason, and continues with the next one. Numbers keep their digits and their unit.
package struct ImportReader {
  package static let maxRowCount = 1_000_000

  package private(set) var sessions: [ImportedSession] = []
  /// The names of the exercises in the file and in Ladder.
  package private(set) var exercises: [(file: String, name: String)] = []
  /// The rows, or parts of rows, that are not read.
  package private(set) var refusals = ProblemList<TextError>()
  /// The numbers of all rows, of repeated rows with a set number, and of values that became notes because Ladder has no
  /// field for them.
  package private(set) var rowCount = 0, repeatedRowCount = 0, noteCount = 0

  private let layout: [ImportFormat.FileColumn]
  private let indices: [ImportFormat.Column: [Int]]
  private let unit: Weight.Unit?
  private let now: Date
  private let utcOffset: (Date) -> Int
  private var fields: [String] = []
  private var sessionIndices: [String: Int] = [:]
  private var lastTime: (text: String, time: TypedTime)?
  private var numberedRows: Set<String> = []
  private var names: [String: String] = [:]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - unit: The unit of weights without one; `nil` if it is unknown.
  ///   - utcOffset: Returns the offset from UTC of times without a zone, in seconds.
  /// - Throws: ``TextError`` if the file has no column with the date or the exercise.
  package init(
    _ format: ImportFormat, header: [String], unit: Weight.Unit?, now: Date,
    utcOffset: @escaping (Date) -> Int
  ) throws(TextError) {
    let layout = try format.layout(of: header)
    self.layout = layout
    indices = Dictionary(grouping: layout.indices) { layout[$0].column }
    // A date without a time means noon, which may be later today.
    (self.unit, self.now) = (unit, now.addingTimeInterval(86_400))
    self.utcOffset = utcOffset
  }

  /// Reads a row.
  ///
  /// - Throws: ``TextError`` if reading must stop: there are too many rows, or a weight has no unit.
  package mutating func read(_ fields: [String], line: Int) throws(TextError) {
    (self.fields, rowCount) = (fields, rowCount + 1)
    guard rowCount <= Self.maxRowCount else {
      throw TextError(line: line, "there are more than \(Self.maxRowCount) rows; split the file")
    }
    do {
      try readRow(line)
    } catch {
      let refusal = TextError(line: line, error.problem)
      if error.isUnitMissing { throw refusal }
      refusals.append(refusal)
    }
  }

  /// Completes the sessions at the end of the file.
  package mutating func finish() {
    for index in sessions.indices {
      // The rows of a session can be in any order.
      sessions[index].sets.sort { $0.time < $1.time }
      for note in sessions[index].distributeNotes() {
        refusals.append(
          TextError(line: sessions[index].line, "no note has room for \(note.quoted)"))
      }
    }
  }

  private mutating func readRow(_ line: Int) throws(TextError) {
    guard fields.count <= layout.count else {
      throw TextError("the row has \(fields.count) fields, but the header has \(layout.count)")
    }
    let time = try self.time()
    let exercise = try self.exercise()
    let kind = text(of: .kind).lowercased()
    let number = kind.isDigits ? kind : text(of: .skip)
    if !number.isEmpty, !numberedRows.insert(fields.joined(separator: "\u{1F}")).inserted {
      repeatedRowCount += 1
      return
    }
    let (isRest, isNote) = (kind == "rest timer", kind == "note")
    let (set, details) =
      isRest ? (nil, ["rest \(seconds ?? "0s")"]) : isNote ? (nil, []) : try set(kind)
    let notes = try texts([.note])
    let exerciseNotes = try texts([.exerciseNote]) + (isNote ? notes : [])
    guard set != nil || !details.isEmpty || isNote else {
      throw TextError("the row has no reps, no time and no distance")
    }
    let index = try session(adding: set, at: time, line)
    for text in exerciseNotes { sessions[index].addNote("\(exercise): \(text)") }
    noteCount += details.count
    if let set {
      sessions[index].startedAt = min(sessions[index].startedAt, time.date)
      sessions[index].sets.append((exercise, set, time.date))
    }
    if set != nil || isRest {
      sessions[index].addToLastSet(details + notes)
    } else if !isNote {
      sessions[index].notes.append(([exercise] + details + notes).joined(separator: " "))
    }
  }

  // MARK: - Sessions

  /// Returns the start of the session, or the time of the set.
  private mutating func time() throws(TextError) -> TypedTime {
    for order in [ImportFormat.Column.date, .dmy, .mdy] {
      let raw = text(of: order)
      guard !raw.isEmpty else { continue }
      if let lastTime, lastTime.text == raw { return lastTime.time }
      let time = try self.time(raw, order)
      lastTime = (raw, time)
      return time
    }
    throw TextError("the date is missing")
  }

  private func time(
    _ text: String, _ column: ImportFormat.Column
  ) throws(TextError) -> TypedTime {
    guard let typed = ImportedTime.normalized(text, order: column) else {
      throw TextError(
        "the date \(text.quoted) can't be read; set the order with --map dmy=COLUMN or mdy=COLUMN")
    }
    do throws(TypedTime.Problem) {
      return try TypedTime(typed, now: now, utcOffset: utcOffset)
    } catch {
      throw TextError("the date \(text.quoted) \(error.rule)")
    }
  }

  /// Returns the name under which an exercise is stored: without quotation marks, truncated to the width of a name.
  private mutating func exercise() throws(TextError) -> String {
    let raw = text(of: .exercise)
    if let known = names[raw] { return known }
    guard let file = try lines([raw]).first,
      let name = String(
        sanitizing: file.replacing("\"", with: "'"), maxWidth: Routine.maxNameWidth)
    else { throw TextError("the exercise is missing") }
    let other = exercises.first { $0.name == name }
    if let other, other.file != file {
      throw TextError(
        "\(file.quoted) and \(other.file.quoted) are equal in \(Routine.maxNameWidth) columns")
    }
    if other == nil { exercises.append((file, name)) }
    names[raw] = name
    return name
  }

  /// Adds the row to its session, and returns the index of the session.
  private mutating func session(
    adding set: SetEntry?, at time: TypedTime, _ line: Int
  ) throws(TextError) -> Int {
    let id = text(of: .session)
    let key =
      id.isEmpty ? "\(time.date.millisecondsSince1970) \(text(of: .workout))" : "# \(id)"
    let index = sessionIndices[key] ?? sessions.count
    var session = index < sessions.count ? sessions[index] : ImportedSession(at: time, line: line)
    // Fewer than a hundred sets of at most a thousand reps are below the limit, so their reps need not be counted.
    let reps =
      session.sets.count < 99 ? 0 : session.sets.reduce(set?.reps ?? 0) { $0 + $1.set.reps }
    guard session.sets.count < PerformedSet.maxCount, reps <= RepLog.maxReps,
      abs(time.date.timeIntervalSince(session.startedAt)) <= 86_400
    else {
      throw TextError(
        "a session has at most \(PerformedSet.maxCount) sets and \(RepLog.maxReps) reps in a day")
    }
    let categories = try texts([.category], isNamed: true)
    noteCount += categories.count
    for text in try texts([.workout, .workoutNote]) + categories { session.addNote(text) }
    let duration = text(of: .duration)
    if let end = try? self.time(text(of: .end), .date).date, end >= session.startedAt {
      session.duration = .seconds(Int(end.timeIntervalSince(session.startedAt)))
    } else if let duration = ImportedTime.duration(duration) {
      session.duration = duration
    } else {
      for duration in try lines([duration]) { session.addNote("duration \(duration)") }
    }
    if let (number, unit) = number(.bodyWeight, unit: .unit) {
      let unit = Self.unit(unit) ?? self.unit
      session.figures.bodyWeight = Weight(bodyWeight: number + (unit?.rawValue ?? ""))
      if session.figures.bodyWeight == nil { session.addNote("body weight \(number)") }
    }
    if let distance {
      // A session with several distances has none in its figures.
      session.figures.distance = session.hasDistance ? nil : Distance(distance)
      session.hasDistance = true
    }
    sessionIndices[key] = index
    if index < sessions.count { sessions[index] = session } else { sessions.append(session) }
    return index
  }

  // MARK: - Sets

  /// Returns the set of a row, or `nil` without reps, and the values that become notes.
  private func set(_ kind: String) throws(TextError) -> (set: SetEntry?, details: [String]) {
    let (load, exact) = try load()
    let (reps, rpe) = (text(of: .reps), text(of: .rpe))
    guard let number = reps.isEmpty ? 0 : reps.decimal.flatMap({ Double($0) }),
      number == number.rounded(), (0...Double(SetEntry.maxReps)).contains(number)
    else { throw TextError("reps are a number from 0 to \(SetEntry.maxReps), not \(reps.quoted)") }
    let isWarmUp = ["w", "warmup", "warm-up", "warm up"].contains(kind)
    let effort = rpe.decimal.flatMap { Effort($0) }
    let set = SetEntry(load, reps: Int(number), effort: effort, isWarmUp: isWarmUp)

    var details = set == nil && load != .bodyWeight ? [load.text] : []
    let kinds = [
      "": "", "normal": "", "working": "", "d": "drop set", "dropset": "drop set", "f": "failure",
    ]
    if !kind.isDigits, !(isWarmUp && set != nil) { details.append(kinds[kind] ?? kind) }
    details += [distance, seconds, exact].compactMap(\.self)
    if rpe.isPositiveOrText, set?.effort == nil { details.append("RPE \(rpe)") }
    details += values(.superset).map { "superset \($0.text)" }
    details += values(.target).filter { $0.text != reps }.map { "target \($0.text)" }
    details += try texts([.other], isNamed: true)
    return (set, try lines(details))
  }

  /// Returns the load of a set, and the exact weight if it has more digits than Ladder can represent.
  private func load() throws(TextError) -> (load: Load, exact: String?) {
    guard let (text, word) = number(.weight, unit: .unit) else { return (.bodyWeight, nil) }
    guard let unit = word.isEmpty ? unit : Self.unit(word) else {
      let problem =
        word.isEmpty
        ? "has no unit; add --unit kg or --unit lb" : "is in \(word.quoted), not in kg or lb"
      var error = TextError("\(text.quoted) \(problem)")
      error.isUnitMissing = word.isEmpty
      throw error
    }
    let digits = text.drop { $0 == "-" }
    let number = digits.roundedToThousandths
    guard text.decimal != nil, let weight = DecimalText(number).flatMap({ Weight($0, unit) }) else {
      throw TextError("a weight is a number up to 9999.999, not \(text.quoted)")
    }
    return (
      digits.count < text.count ? .assisted(weight) : .weight(weight),
      number == digits ? nil : "\(digits)\(unit.rawValue)"
    )
  }

  /// Returns the unit for a name in another program's file: `kgs`, `lbs`.
  private static func unit(_ word: String) -> Weight.Unit? {
    let word = word.lowercased()
    return Weight.Unit(rawValue: word.hasSuffix("s") ? String(word.dropLast()) : word)
  }

  // MARK: - Values

  private typealias Value = (text: String, column: ImportFormat.FileColumn)

  /// Returns the values of the columns with a meaning.
  private func values(_ column: ImportFormat.Column) -> [Value] {
    (indices[column] ?? []).compactMap { index in
      guard index < fields.count, !fields[index].isEmpty else { return nil }
      let text = fields[index].trimmed
      return text.isEmpty ? nil : (text, layout[index])
    }
  }

  /// Returns the first value of the columns with a meaning; empty without one.
  private func text(of column: ImportFormat.Column) -> String { values(column).first?.text ?? "" }

  /// Returns the text of a number and its unit, which can be in the name of the column; `nil` if it is zero or missing.
  private func number(
    _ column: ImportFormat.Column, unit: ImportFormat.Column
  ) -> (text: String, unit: String)? {
    guard let value = values(column).first, value.text.isPositiveOrText else { return nil }
    return (value.text.decimal ?? value.text, values(unit).first?.text ?? value.column.unit)
  }

  /// The time of a set: `60s`, or as the file has it; `nil` for none.
  private var seconds: String? {
    let text = text(of: .time)
    return text.isPositiveOrText ? text.decimal.map { "\($0)s" } ?? text : nil
  }

  /// The distance of a set: `5km`; `nil` for none.
  private var distance: String? {
    guard let (number, unit) = number(.distance, unit: .distanceUnit) else { return nil }
    let units = ["meters": "m", "kilometers": "km", "kms": "km", "miles": "mi"]
    return number + (units[unit.lowercased()] ?? unit)
  }

  /// Returns the values of columns in one line each, with the names of the columns if `isNamed`.
  private func texts(
    _ columns: [ImportFormat.Column], isNamed: Bool = false
  ) throws(TextError) -> [String] {
    try lines(
      columns.flatMap(values).map { isNamed ? "\($0.column.name) \($0.text)" : $0.text })
  }

  /// Returns texts of the file in one line each, without empty ones.
  private func lines(_ raw: [String]) throws(TextError) -> [String] {
    guard raw.allSatisfy({ $0.unicodeScalars.count <= 4096 }) else {
      throw TextError("a text has more than 4096 characters")
    }
    return raw.compactMap { String(sanitizing: $0, maxWidth: .max) }
  }
}

extension String {
  /// The number with a point instead of a decimal comma: `-62.5`; `nil` if the text isn't a number.
  fileprivate var decimal: String? {
    let text = contains(".") ? self : replacing(",", with: ".")
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy(\.isDigits) ? text : nil
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
