/// Values for names of exercises, from a text with lines such as `chest: push-up, bench press`.
struct ExerciseTable<Value: Sendable>: Sendable {
  /// The values by the ``Swift/StringProtocol/nameKey`` of the exercises.
  let values: [String: Value]

  /// Parses a table. Lines that begin with `#`, and lines without a value, are ignored.
  ///
  /// - Parameter value: Returns the value before the colon; `nil` for an unknown one.
  init(_ text: String, value: (String) -> Value?) {
    var values: [String: Value] = [:]
    for line in text.split(separator: "\n") where line.first != "#" {
      let parts = line.split(separator: ":")
      guard parts.count == 2, let value = value(String(parts[0])) else { continue }
      for name in parts[1].split(separator: ",") { values[name.nameKey] = value }
    }
    self.values = values
  }

  /// Returns the value of an exercise: that of its name, or of the longest name in the table with which it ends.
  ///
  /// - Complexity: O(n) in the words of the name.
  subscript(exercise: some StringProtocol) -> Value? {
    let words = exercise.split(whereSeparator: \.isWhitespace)
    return words.indices.lazy.compactMap { values[words[$0...].joined(separator: " ").nameKey] }
      .first
  }
}
