extension Workout.Provenance {
  /// The marks in lists and their meanings. All are ASCII, so that every terminal has them.
  private static let marks: [(provenance: Self, sign: String, words: String, name: String)] = [
    (.typed, "*", "typed in", "typed"),
    (.edited, "~", "edited", "edited"),
    (.imported, "+", "imported", "imported"),
    (.paused, "=", "paused", "paused"),
  ]

  /// The words for the ways that are set: `typed in`, `edited`.
  public var words: [String] { Self.marks.filter { contains($0.provenance) }.map(\.words) }

  /// The names of the ways that are set, for programs: `typed`, `edited`, `imported`, `paused`.
  public var names: [String] { Self.marks.filter { contains($0.provenance) }.map(\.name) }

  /// Returns the mark after a name in a list; empty for a workout that was counted live without a pause.
  ///
  /// - Parameter canDrawSigns: Whether signs can be shown: ` *=`; otherwise words for screen readers: `, typed in, paused`.
  public func mark(_ canDrawSigns: Bool) -> String {
    if isEmpty { return "" }
    if !canDrawSigns { return words.map { ", \($0)" }.joined() }
    let signs = Self.marks.filter { contains($0.provenance) }.map(\.sign).joined()
    return signs.isEmpty ? "" : " \(signs)"
  }

  /// Returns the explanation of the marks of a list: `* typed in   = paused`; `nil` if no workout has one.
  ///
  /// - Complexity: O(n).
  public static func legend(of workouts: some Sequence<Self>) -> String? {
    let all = workouts.reduce(into: Self()) { $0.formUnion($1) }
    let texts = marks.filter { all.contains($0.provenance) }.map { "\($0.sign) \($0.words)" }
    return texts.isEmpty ? nil : texts.joined(separator: "   ")
  }
}

extension Workout {
  /// The pauses in words: `paused for 0:45`, `paused 2 times for 1:10`; `nil` without a pause.
  ///
  /// - Complexity: O(n) in the pauses.
  public var pauseText: String? {
    guard provenance.contains(.paused) || !pauses.isEmpty else { return nil }
    // Earlier versions didn't store the lengths.
    guard !pauses.isEmpty else { return "with a pause" }
    let count = pauses.pauses.count
    let total = pauses.total.pauseText
    return count == 1 ? "paused for \(total)" : "paused \(count) times for \(total)"
  }
}

extension PauseLog.Pause {
  /// The pause in words: `0:45 at 1:20`.
  public var text: String { "\(length.pauseText) at \(instant.minutesText)" }
}

extension Duration {
  /// The length of a pause in the nearest minutes and seconds, and at least a second.
  fileprivate var pauseText: String {
    Duration.seconds(max(1, (wholeMilliseconds + 500) / 1000)).minutesText
  }
}
