import FoundationEssentials

/// A strength session from a file of another program.
package struct ImportedSession: Sendable {
  /// A set with the name of the exercise as Ladder stores it.
  package typealias ImportedSet = (exercise: String, set: SetEntry, time: Date)

  package internal(set) var startedAt: Date
  package let utcOffset: Int
  /// The line of the first row.
  let line: Int
  package internal(set) var duration: Duration?
  package internal(set) var sets: [ImportedSet] = []
  package internal(set) var figures = WorkoutFigures()
  /// The parts of the note: the file's texts about the session, and sets without reps.
  var notes: [String] = []
  var hasDistance = false

  init(at start: TypedTime, line: Int) {
    (startedAt, utcOffset) = (start.date, start.utcOffset)
    self.line = line
  }

  /// The note; `nil` if the file has none.
  package var note: WorkoutNote? { notes.first.flatMap { WorkoutNote($0) } }

  /// Adds a part to the note unless it is there already, because each row of a session repeats it.
  mutating func addNote(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  /// Adds texts to the note of the last set. Those that don't fit become parts of the session's note.
  mutating func addToLastSet(_ texts: [String]) {
    notes += sets.indices.last.map { sets[$0].set.addNotes(texts) } ?? texts
  }

  /// Moves the parts that don't fit into the session's note to the notes of the sets.
  ///
  /// - Returns: The parts that fit into none of these notes.
  mutating func distributeNotes() -> [String] {
    var (note, rest) = (WorkoutNote?.none, [String]())
    for part in notes.flatMap(\.noteParts) where !note.add(part) { rest.append(part) }
    notes = [note?.text].compactMap(\.self)
    for index in sets.indices where !rest.isEmpty { rest = sets[index].set.addNotes(rest) }
    return rest
  }
}

extension SetEntry {
  /// Adds texts to the note, and returns the parts that don't fit.
  fileprivate mutating func addNotes(_ texts: [String]) -> [String] {
    texts.flatMap(\.noteParts).filter { text in
      // The text of a set doubles the quotation marks of its note.
      guard (note?.text.utf8.count ?? 0) + text.utf8.count <= Self.maxLength / 2 - 50 else {
        return true
      }
      return !note.add(text)
    }
  }
}

extension WorkoutNote? {
  /// Adds a text, and returns whether it fits.
  fileprivate mutating func add(_ text: String) -> Bool {
    let longer = map { "\($0.text); \(text)" } ?? text
    guard !WorkoutNote.isTooWide(longer) else { return false }
    self = WorkoutNote(longer)
    return true
  }
}

extension String {
  /// The text in parts that fit into a note.
  fileprivate var noteParts: [String] {
    var (parts, rest) = ([String](), self[...])
    while WorkoutNote.isTooWide(rest), let part = WorkoutNote(rest)?.text {
      parts.append(part)
      rest = rest.dropFirst(part.count).drop { $0 == " " }
    }
    return parts + [String(rest)]
  }
}
