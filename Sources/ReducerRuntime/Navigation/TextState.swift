/// Text for a person to read, as plain data: the words of an alert.
///
/// ```swift
/// TextState("Delete \(workout.name)?")
/// ```
public struct TextState: Hashable, Sendable {
  /// The words.
  public let content: String

  public init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// Words that are taken as they are.
  public init(verbatim content: String) {
    self.content = content
  }

  /// Both texts, one after the other.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(verbatim: lhs.content + rhs.content)
  }
}

extension TextState: CustomStringConvertible {
  public var description: String { content }
}

extension String {
  /// The words of `state`.
  public init(state: TextState) {
    self = state.content
  }
}
