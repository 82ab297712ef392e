extension SetEntry {
  /// Parses a set. `docs/WORKOUTS.md` has the grammar.
  ///
  /// - Parameter unit: The unit of a weight that is typed without one; `nil` if it is unknown.
  /// - Throws: ``SetEntryError``, which names the column, also for several sets.
  /// - Complexity: O(n), at most ``maxLength``.
  public init(text: String, unit: Weight.Unit?) throws(SetEntryError) {
    let sets = try [SetEntry](text: text, unit: unit)
    guard sets.count == 1 else {
      throw SetEntryError(column: 1, problem: "one set is expected, such as 100x5")
    }
    self = sets[0]
  }

  /// Returns whether the text of a set can begin with a character.
  public static func canBegin(with character: Character) -> Bool {
    character.isASCII && character.isNumber || "+-−wWxX×".contains(character)
  }
}

extension [SetEntry] {
  /// Parses the sets of an exercise in any form that ``SetEntry/text``, ``summary(in:)`` and ``planText`` have:
  /// `w60x5 100x5,5,4@9 80x8 slow`, `5x5 @ 100kg`, `5x5x100`.
  ///
  /// A weight without a unit has the unit of the weight before it.
  ///
  /// - Parameter unit: The unit of the first weight if it is typed without one; `nil` if it is unknown.
  /// - Throws: ``SetEntryError``, which names the column.
  /// - Complexity: O(n).
  public init(text: String, unit: Weight.Unit?) throws(SetEntryError) {
    var parser = SetParser(text, unit: unit)
    self = try parser.parseSets().map(\.entry)
  }
}
