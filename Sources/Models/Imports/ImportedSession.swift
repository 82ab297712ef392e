import FoundationEssentials

/// A strength session from a file of another program.
public struct ImportedSession: Sendable {
  /// A set with the line that it is from.
  public struct ImportedSet: Sendable {
    /// The name of the exercise in the file, in one line.
    public let exercise: String
    public internal(set) var set: SetEntry
    public let time: Date
    public let line: Int
  }

  public internal(set) var startedAt: Date
  /// The offset from UTC at its place and start, in seconds.
  public let utcOffset: Int
  /// The line of the first row.
  public let line: Int
  /// The duration, if the file has one.
  public internal(set) var duration: Duration?
  public internal(set) var sets: [ImportedSet] = []
  public internal(set) var figures = WorkoutFigures()
  /// The parts of the note, each in one line: what the file says about the session, and sets without reps.
  public internal(set) var notes: [String] = []
  /// Notes for the next set of an exercise.
  var pendingNotes: [String: [String]] = [:]
  /// The notes on exercises, which each row of an exercise repeats.
  var exerciseNotes: Set<[String]> = []
  var hasDistance = false

  init(at start: TypedTime, line: Int) {
    (startedAt, utcOffset) = (start.date, start.utcOffset)
    self.line = line
  }

  /// Adds a part of the note unless it has it already, because each row of a session repeats it.
  mutating func addNote(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  /// Adds a set without reps, after the last one of its exercise: `Plank 60s, 45s`.
  mutating func addSetWithoutReps(of exercise: String, _ text: String) {
    if let last = notes.last, last.hasPrefix("\(exercise) "),
      "\(last), \(text)".maxColumnWidth <= WorkoutNote.maxWidth
    {
      notes[notes.count - 1] += ", \(text)"
    } else {
      notes.append("\(exercise) \(text)")
    }
  }

  /// Adds notes to the last set of an exercise, or to the next one.
  mutating func addNotes(_ texts: [String], toSetOf exercise: String) {
    guard let last = sets.indices.last, sets[last].exercise == exercise else {
      pendingNotes[exercise, default: []] += texts
      return
    }
    notes += sets[last].set.addNotes(texts)
  }

  /// Moves the parts of the note that are too wide for one note to the notes of the sets.
  ///
  /// - Returns: The parts for which there is no room.
  mutating func distributeNotes() -> [String] {
    for (exercise, texts) in pendingNotes.sorted(by: { $0.key < $1.key }) {
      for text in texts { addNote("\(exercise): \(text)") }
    }
    pendingNotes = [:]
    var (note, rest) = ("", [String]())
    for part in notes.flatMap(\.noteParts) {
      if let longer = note.appendingNote(part) { note = longer } else { rest.append(part) }
    }
    notes = note.isEmpty ? [] : [note]
    for index in sets.indices where !rest.isEmpty { rest = sets[index].set.addNotes(rest) }
    return rest
  }
}

extension SetEntry {
  /// Adds texts to the note.
  ///
  /// - Returns: The texts for which it has no room.
  mutating func addNotes(_ texts: [String]) -> [String] {
    texts.flatMap(\.noteParts).filter { text in
      guard let longer = (note?.text ?? "").appendingNote(text) else { return true }
      var set = self
      set.note = WorkoutNote(longer)
      guard set.text.utf8.count <= Self.maxLength else { return true }
      self = set
      return false
    }
  }
}

extension String {
  /// The text in parts that fit into a note.
  fileprivate var noteParts: [String] {
    guard WorkoutNote.isTooWide(self) else { return [self] }
    var (parts, part) = ([String](), "")
    for word in split(separator: " ") {
      let longer = part.isEmpty ? String(word) : "\(part) \(word)"
      if WorkoutNote.isTooWide(longer), !part.isEmpty {
        parts.append(part)
        part = String(word)
      } else {
        part = longer
      }
    }
    return parts + [part]
  }

  /// Returns the note with another text; `nil` if that is too wide.
  fileprivate func appendingNote(_ text: String) -> String? {
    let longer = isEmpty ? text : "\(self); \(text)"
    return WorkoutNote.isTooWide(longer) ? nil : longer
  }
}
