extension SetEntry {
  /// Returns the load without the given unit, and an x before the reps: `100x`, `w60x`, `x`.
  fileprivate func loadText(in unit: Weight.Unit?) -> String {
    "\(isWarmUp ? "w" : "")\(unit.map { load.text(in: $0) } ?? load.text)x"
  }

  /// The reps with the effort: `5`, `8@9`.
  fileprivate var repsAndEffort: String { "\(reps)" + (effort.map { "@\($0.text)" } ?? "") }
}

extension Load {
  /// Returns the canonical text, without the unit if it is `unit` and the number cannot be taken for a number of sets.
  func text(in unit: Weight.Unit) -> String {
    guard let weight, weight.unit == unit else { return text }
    if case .weight = self,
      Int(weight.number.text).map({ $0 <= SetEntry.maxAmbiguousCount }) == true
    {
      return text
    }
    return String(text.dropLast(unit.rawValue.count))
  }

  /// The load with a space before the unit: `100 kg`, `+10 kg`, `-20 kg`, `body weight`.
  public var words: String {
    switch self {
    case .weight(let weight): weight.words
    case .added(let weight): "+\(weight.words)"
    case .assisted(let weight): "-\(weight.words)"
    case .bodyWeight: "body weight"
    }
  }
}

extension Weight.Unit {
  /// The name of the unit.
  public var words: String {
    switch self {
    case .kilograms: "kilograms"
    case .pounds: "pounds"
    }
  }
}

extension Weight {
  /// The number and the unit with a space between them: `62.50 kg`.
  public var words: String { "\(number.text) \(unit.rawValue)" }
}

extension [SetEntry] {
  /// Returns the sets without their notes and without the given unit. Sets with the same load follow each other after
  /// commas: `w60x5 100x5,5,4@9 80x8`.
  public func summary(in unit: Weight.Unit) -> String {
    var text = ""
    var last = ""
    for (set, unit) in zip(self, impliedUnits(unit)) {
      let load = set.loadText(in: unit)
      text += load == last ? "," : (text.isEmpty ? load : " \(load)")
      text += set.repsAndEffort
      last = load
    }
    return text
  }

  /// Returns the texts of the sets without their notes and without the given unit.
  public func texts(in unit: Weight.Unit) -> [String] {
    zip(self, impliedUnits(unit)).map { set, unit in
      unit.map { set.text(in: $0) } ?? set.result
    }
  }

  /// The unit that each set can leave out: the given one, but none after a weight in another unit, because a number
  /// without a unit would have that one.
  private func impliedUnits(_ unit: Weight.Unit) -> [Weight.Unit?] {
    var last = unit
    return map { set in
      defer { last = set.load.weight?.unit ?? last }
      return last == unit ? unit : nil
    }
  }

  /// The sets as a plan: `5x5 @ 102.5kg`, or one after another if they differ.
  public var planText: String {
    guard let first, allSatisfy({ $0 == first }), first.load != .bodyWeight, !first.isWarmUp,
      first.effort == nil
    else { return map(\.result).joined(separator: " ") }
    return "\(count)x\(first.reps) @ \(first.load.text)"
  }
}
