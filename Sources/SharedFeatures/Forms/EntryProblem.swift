import Models

/// The problem with a typed set.
public struct EntryProblem: Equatable, Sendable, ExpressibleByStringInterpolation {
  public var sentence: String
  /// The number of the character with the problem, counted from 1; `nil` if no single character has it.
  public var column: Int?

  public init(stringLiteral value: String) { sentence = value }

  public init(_ error: TextError) {
    sentence = error.description
    column = error.column
  }
}
