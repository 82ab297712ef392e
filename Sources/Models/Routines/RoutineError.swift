/// An error in the text of a routine, with its column.
public struct RoutineError: ColumnError, Hashable {
  public let column: Int
  public let problem: String
}
