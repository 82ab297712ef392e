import Resources

extension Migration {
  /// Every step there has been, oldest first.
  static let all: [Migration] = [
    Migration(name: "schema", script: ladder_schema().text)
  ]
}
