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
  /// The counts of all rows, of rows skipped because they repeat a numbered row, and of values that became notes
  /// because Ladder has no field for them.
  package private(set) var rowCount = 0, repeatedRowCount = 0, noteCount = 0

  private let unit: Weight.Unit?
  private let now: Date
  private let utcOffset: (Date) -> Int
  private var row: ImportRow
  private var sessionIndices: [String: Int] = [:]
  private var lastTime: (text: String, time: TypedTime)?
  private var lastDuration: (text: String, duration: Duration?)?
  private var numberedRows: Set<String> = []
  private var names: [String: String] = [:]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - unit: The unit of weights without one; `nil` if it is unknown.
  ///   - utcOffset: Returns the offset from UTC of times without a zone, in seconds.
  /// - Throws: ``TextError`` if the column with the date or the exercise is missing.
  package init(
    _ format: ImportFormat, header: [String], unit: Weight.Unit?, now: Date,
    utcOffset: @escaping (Date) -> Int
  ) throws(TextError) {
    row = ImportRow(try format.layout(of: header))
    // A date without a time means noon, which may be later today.
    (self.unit, self.now) = (unit, now.addingTimeInterval(86_400))
    self.utcOffset = utcOffset
  }

  /// Reads a row.
  ///
  /// - Throws: ``TextError`` if reading must stop: there are too many rows, or a weight has no unit.
  package mutating func read(_ fields: [String], line: Int) throws(TextError) {
    rowCount += 1
    guard rowCount <= Self.maxRowCount else {
      throw TextError(line: line, "there are more than \(Self.maxRowCount) rows; split the file")
    }
    do {
      try row.replaceFields(fields)
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
          TextError(line: sessions[index].line, "\(note.quoted) does not fit into a note"))
      }
    }
  }

  private mutating func readRow(_ line: Int) throws(TextError) {
    let time = try self.time()
    let exercise = try self.exercise()
    let kind = row[.kind].lowercased()
    let number = kind.isDigits ? kind : row[.skip]
    if !number.isEmpty, !numberedRows.insert(row.fields.joined(separator: "\u{1F}")).inserted {
      repeatedRowCount += 1
      return
    }
    let (isRest, isNote) = (kind == "rest timer", kind == "note")
    let (set, details) =
      isRest ? (nil, ["rest \(row.seconds ?? "0s")"]) : isNote ? (nil, []) : try set(kind)
    let notes = try row.texts([.note])
    let exerciseNotes = try row.texts([.exerciseNote]) + (isNote ? notes : [])
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
      let raw = row[order]
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
        "the date \(text.quoted) cannot be read; set the order with --map dmy=COLUMN or mdy=COLUMN")
    }
    do throws(TypedTime.Problem) {
      return try TypedTime(typed, now: now, utcOffset: utcOffset)
    } catch {
      throw TextError("the date \(text.quoted) \(error.rule)")
    }
  }

  /// Returns the name under which an exercise is stored: without quotation marks, truncated to the width of a name.
  private mutating func exercise() throws(TextError) -> String {
    let raw = row[.exercise]
    if let known = names[raw] { return known }
    guard let file = try ImportRow.lines([raw]).first,
      let name = String(
        sanitizing: file.replacingScalar("\"", with: "'"), maxWidth: Routine.maxNameWidth)
    else { throw TextError("the exercise is missing") }
    let other = exercises.first { $0.name == name }
    if let other, other.file != file {
      throw TextError(
        "\(file.quoted) and \(other.file.quoted) are equal when shortened to \(Routine.maxNameWidth) columns"
      )
    }
    if other == nil { exercises.append((file, name)) }
    names[raw] = name
    return name
  }

  /// Adds the row to its session, and returns the index of the session.
  private mutating func session(
    adding set: SetEntry?, at time: TypedTime, _ line: Int
  ) throws(TextError) -> Int {
    let id = row[.session]
    let key =
      id.isEmpty ? "\(time.date.millisecondsSince1970) \(row[.workout])" : "# \(id)"
    let index = sessionIndices[key] ?? sessions.count
    var session = index < sessions.count ? sessions[index] : ImportedSession(at: time, line: line)
    // Fewer than a hundred sets of at most a thousand reps are below the limit, so their reps need not be counted.
    let reps =
      session.sets.count < 99 ? 0 : session.sets.reduce(set?.reps ?? 0) { $0 + $1.set.reps }
    guard session.sets.count < PerformedSet.maxCount, reps <= RepLog.maxReps,
      abs(time.date.timeIntervalSince(session.startedAt)) <= 86_400
    else {
      throw TextError(
        "a session has at most \(PerformedSet.maxCount) sets, \(RepLog.maxReps) reps and 24 hours")
    }
    let categories = try row.texts([.category], isNamed: true)
    noteCount += categories.count
    for text in try row.texts([.workout, .workoutNote]) + categories { session.addNote(text) }
    let text = row[.duration]
    if lastDuration?.text != text { lastDuration = (text, ImportedTime.duration(text)) }
    let end = row[.end].isEmpty ? nil : try? self.time(row[.end], .date).date
    if let end, end >= session.startedAt {
      session.duration = .seconds(Int(end.timeIntervalSince(session.startedAt)))
    } else if let duration = lastDuration?.duration {
      session.duration = duration
    } else {
      for text in try ImportRow.lines([text]) { session.addNote("duration \(text)") }
    }
    if let (number, unit) = row.number(.bodyWeight, unit: .unit) {
      let unit = Self.unit(unit) ?? self.unit
      session.figures.bodyWeight = Weight(bodyWeight: number + (unit?.rawValue ?? ""))
      if session.figures.bodyWeight == nil { session.addNote("body weight \(number)") }
    }
    if let distance = row.distance {
      // A session with several distances has no distance in its figures.
      session.figures.distance = session.hasDistance ? nil : Distance(distance)
      session.hasDistance = true
    }
    sessionIndices[key] = index
    if index < sessions.count { sessions[index] = session } else { sessions.append(session) }
    return index
  }

  // MARK: - Sets

  /// Returns the set of a row, which is `nil` if the row has no reps, and the values that become notes.
  private func set(_ kind: String) throws(TextError) -> (set: SetEntry?, details: [String]) {
    let (load, exact) = try load()
    let (reps, rpe) = (row[.reps], row[.rpe])
    guard let number = reps.isEmpty ? 0 : reps.decimal.flatMap({ Double($0) }),
      number == number.rounded(), (0...Double(SetEntry.maxReps)).contains(number)
    else { throw TextError("reps are a number from 0 to \(SetEntry.maxReps), not \(reps.quoted)") }
    let isWarmUp = ["w", "warmup", "warm-up", "warm up"].contains(kind)
    let effort = rpe.decimal.flatMap { Effort($0) }
    let set = SetEntry(load, reps: Int(number), effort: effort, isWarmUp: isWarmUp)

    var details = set == nil && load != .bodyWeight ? [load.text] : []
    if !kind.isDigits, !(isWarmUp && set != nil) { details.append(Self.kinds[kind] ?? kind) }
    details += [row.distance, row.seconds, exact].compactMap(\.self)
    if rpe.isPositiveOrText, set?.effort == nil { details.append("RPE \(rpe)") }
    details += row.values(.superset).map { "superset \($0.text)" }
    details += row.values(.target).filter { $0.text != reps }.map { "target \($0.text)" }
    details += try row.texts([.other], isNamed: true)
    return (set, try ImportRow.lines(details))
  }

  /// The text that the kind of a set adds to its note; empty for a normal set.
  private static let kinds = [
    "": "", "normal": "", "working": "", "d": "drop set", "dropset": "drop set", "f": "failure",
  ]

  /// Returns the load of a set, and the exact weight if it has more digits than Ladder can represent.
  private func load() throws(TextError) -> (load: Load, exact: String?) {
    guard let (text, word) = row.number(.weight, unit: .unit) else { return (.bodyWeight, nil) }
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
