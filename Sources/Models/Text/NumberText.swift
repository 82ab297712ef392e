extension Int {
  /// A number of reps as text: `1 rep`, `12 reps`.
  public var repsText: String { counted("rep") }

  /// The number with a noun: `1 set`, `3 sets`.
  public func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

  /// The number as an English ordinal: `1st`, `2nd`, `11th`.
  public var ordinalText: String {
    let ending =
      switch (self % 100, self % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(self)\(ending)"
  }
}

extension Double {
  /// The value rounded to a whole number, never in scientific notation.
  public var wholeNumber: String { "\(Int(rounded()))" }
}
