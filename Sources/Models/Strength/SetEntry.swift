/// A set of an exercise as people type it: `100x5`, `80x8@9`, `w60x5`, `+10x5`, `-20x8`, `x12`.
///
/// The grammar is in `docs/WORKOUTS.md`.
///
/// ```swift
/// let set = try SetEntry(text: "102.5x5@8.5 slow", unit: .kilograms)
/// set.load                               // .weight(102.5kg)
/// set.text                               // "102.5kgx5@8.5 slow"
/// ```
public struct SetEntry: Hashable, Sendable {
  /// The maximum number of reps of a set.
  public static let maxReps = 1000
  /// The maximum length of the text in bytes.
  public static let maxLength = 1024

  public var load: Load
  /// The reps, from 1 to ``maxReps``.
  public let reps: Int
  /// The rate of perceived exertion.
  public var effort: Effort?
  /// Whether the set is left out of records and volume.
  public var isWarmUp: Bool
  public var note: WorkoutNote?

  /// Creates a set.
  ///
  /// - Returns: `nil` if the reps are out of range.
  public init?(
    _ load: Load, reps: Int, effort: Effort? = nil, isWarmUp: Bool = false,
    note: WorkoutNote? = nil
  ) {
    guard (1...Self.maxReps).contains(reps) else { return nil }
    self.load = load
    self.reps = reps
    self.effort = effort
    self.isWarmUp = isWarmUp
    self.note = note
  }

  /// The canonical text with the unit, which ``init(text:unit:)`` parses to an equal set.
  public var text: String { note.map { "\(result) \($0.text)" } ?? result }

  /// The canonical text without the note: `100kgx5@9`.
  public var result: String { result(load.text) }

  /// Returns the text without the note, and without the unit of the weight if it is `unit`: `100x5@9`.
  public func text(in unit: Weight.Unit) -> String {
    guard let weight = load.weight, weight.unit == unit else { return result }
    return result(String(load.text.dropLast(unit.rawValue.count)))
  }

  private func result(_ load: String) -> String {
    (isWarmUp ? "w" : "") + "\(load)x\(reps)" + (effort.map { "@\($0.text)" } ?? "")
  }
}

/// An error in the text of a set, with its column.
public struct SetEntryError: ColumnError, Hashable {
  public let column: Int
  public let problem: String
}
