/// An error in a text of exercises, with its line.
struct ExerciseError: Error, Equatable, CustomStringConvertible {
  let line: Int
  let problem: String

  var description: String { "line \(line): \(problem)" }
}

extension Exercise {
  /// The maximum number of rows of a frame, which the smallest screen can show.
  public static let maxRows = 7
  /// The maximum number of columns of a frame.
  public static let maxColumns = 24

  /// Parses exercises. `Resources/exercises.txt` describes the format.
  ///
  /// - Throws: ``ExerciseError``, which names the line.
  static func exercises(in text: String) throws(ExerciseError) -> [Exercise] {
    var reader = ExerciseParser()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() { try reader.read(line, number: index + 1) }
    return try reader.finish()
  }
}

/// A parser of exercises, with the state of the current one.
private struct ExerciseParser {
  private var exercises: [Exercise] = []
  private var names: [String] = []
  private var frames: [[String]] = []
  private var lineNumber = 0

  mutating func read(_ line: Substring, number: Int) throws(ExerciseError) {
    lineNumber = number
    switch line.first {
    case nil, "#":
      return
    case "|":
      try addRow(line.dropFirst())
    default:
      if line == "-" { try beginFrame() } else { try beginExercise(line) }
    }
  }

  mutating func finish() throws(ExerciseError) -> [Exercise] {
    try endExercise()
    return exercises
  }

  private mutating func addRow(_ row: Substring) throws(ExerciseError) {
    guard !frames.isEmpty else { throw problem("a row before the first \"exercise\"") }
    guard row.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw problem("only ASCII can be drawn everywhere")
    }
    guard row.utf8.count <= Exercise.maxColumns else {
      throw problem(
        "a row has \(Exercise.maxColumns) columns at most, this one has \(row.utf8.count)")
    }
    frames[frames.count - 1].append(String(row))
  }

  private mutating func beginFrame() throws(ExerciseError) {
    guard !frames.isEmpty else { throw problem("a frame before the first \"exercise\"") }
    try endFrame()
    frames.append([])
  }

  private mutating func beginExercise(_ line: Substring) throws(ExerciseError) {
    let keyword = "exercise "
    guard line.hasPrefix(keyword) else {
      throw problem("expected \"exercise\", \"|\", \"-\" or \"#\", not \"\(line)\"")
    }
    try endExercise()
    names = line.dropFirst(keyword.count).split(separator: ",").map { name in
      String(name.drop { $0 == " " })
    }
    guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) else {
      throw problem("an exercise needs a name")
    }
    frames = [[]]
  }

  private mutating func endExercise() throws(ExerciseError) {
    guard !frames.isEmpty else { return }
    try endFrame()
    exercises.append(Exercise(names: names, frames: frames))
    frames = []
  }

  private func endFrame() throws(ExerciseError) {
    let rows = frames[frames.count - 1].count
    guard (1...Exercise.maxRows).contains(rows) else {
      throw problem("the frame above has \(rows) rows; 1 to \(Exercise.maxRows) are possible")
    }
    guard rows == frames[0].count else {
      throw problem("the frame above has \(rows) rows, but the first frame has \(frames[0].count)")
    }
  }

  private func problem(_ text: String) -> ExerciseError {
    ExerciseError(line: lineNumber, problem: text)
  }
}
