extension SetEntry {
  /// Returns the load without the given unit, and an x before the reps: `100x`, `w60x`, `x`.
  fileprivate func loadText(in unit: Weight.Unit) -> String {
    let hasUnit = load.weight?.unit == unit
    let load = hasUnit ? String(load.text.dropLast(unit.rawValue.count)) : load.text
    return "\(isWarmUp ? "w" : "")\(load)x"
  }

  /// The reps with the effort: `5`, `8@9`.
  fileprivate var repsAndEffort: String { "\(reps)" + (effort.map { "@\($0.text)" } ?? "") }
}

extension Load {
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
    for set in self {
      let load = set.loadText(in: unit)
      text += load == last ? "," : (text.isEmpty ? load : " \(load)")
      text += set.repsAndEffort
      last = load
    }
    return text
  }

  /// The sets as a plan: `5x5 @ 102.5kg`, or one after another if they differ.
  public var planText: String {
    guard let first, allSatisfy({ $0 == first }), first.load != .bodyWeight else {
      return map(\.result).joined(separator: " ")
    }
    return "\(count)x\(first.reps) @ \(first.load.text)"
  }
}
