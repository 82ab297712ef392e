/// An error in a text, with its position.
public protocol ColumnError: Error, CustomStringConvertible {
  /// The position of the error in characters, counted from 1.
  var column: Int { get }
  /// The problem and its solution.
  var problem: String { get }
}

extension ColumnError {
  public var description: String { "column \(column): \(problem)" }
}
