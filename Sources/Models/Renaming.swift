/// What became of a wish to be called something else.
public enum Renaming: Hashable, Sendable {
  /// The name is the person's, and all they did is under it.
  case renamed
  /// Somebody has the name; nothing was changed.
  case taken
}
