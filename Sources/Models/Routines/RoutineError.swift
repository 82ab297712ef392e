/// An error in the text of a routine, with its column.
public struct RoutineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the error in characters, counted from 1.
  public let column: Int
  /// The problem and its solution.
  public let problem: String

  public var description: String { "column \(column): \(problem)" }
}
