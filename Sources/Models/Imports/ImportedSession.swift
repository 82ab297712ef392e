import FoundationEssentials

/// A strength session from a file of another program.
public struct ImportedSession: Sendable {
  /// A set with the line that it is from, and the name of its exercise as Ladder stores it.
  public struct ImportedSet: Sendable {
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
  /// The parts of the note: what the file says about the session, and sets without reps.
  private(set) var notes: [String] = []
  var hasDistance = false

  init(at start: TypedTime, line: Int) {
    (startedAt, utcOffset) = (start.date, start.utcOffset)
    self.line = line
  }

  /// The note; `nil` if the file has none.
  public var note: WorkoutNote? { notes.first.flatMap { WorkoutNote($0) } }

  /// Adds a part of the note unless it has it already, because each row of a session repeats it.
  mutating func addNote(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  /// Adds a set without reps, after the last one of its exercise: `Plank 60s, 45s`.
  mutating func addSetWithoutReps(of exercise: String, _ text: String) {
    if let last = notes.last, last.hasPrefix("\(exercise) "),
      let longer = last.appendingNote(text, separator: ", ")
    {
      notes[notes.count - 1] = longer
    } else {
      notes.append("\(exercise) \(text)")
    }
  }

  /// Adds texts to the note of the last set, or to that of the session.
  mutating func addToLastSet(_ texts: [String]) {
    let rest = sets.indices.last.map { sets[$0].set.addNotes(texts) } ?? texts
    for text in rest { addNote(text) }
  }

  /// Moves the parts of the note that are too wide for one note to the notes of the sets.
  ///
  /// - Returns: The parts for which there is no room.
  mutating func distributeNotes() -> [String] {
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
  fileprivate mutating func addNotes(_ texts: [String]) -> [String] {
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
    var (parts, rest) = ([String](), self[...])
    while WorkoutNote.isTooWide(rest), let part = WorkoutNote(rest)?.text {
      // At a space, if there is one.
      let head = part.lastIndex(of: " ").map { part[..<$0] } ?? part[...]
      parts.append(String(head))
      rest = rest.dropFirst(head.count)
    }
    return parts + [String(rest)]
  }

  /// Returns the note with another text; `nil` if that is too wide.
  fileprivate func appendingNote(_ text: String, separator: String = "; ") -> String? {
    let longer = isEmpty ? text : "\(self)\(separator)\(text)"
    return WorkoutNote.isTooWide(longer) ? nil : longer
  }
}
