extension IntervalPlan {
  /// Reads `20/10 x8`: seconds of work and of rest, and how many rounds; `60 x10` has no rest.
  ///
  /// - Returns: `nil` for anything else, and for a plan of more than a day.
  public init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[1].first == "x", let rounds = Int(words[1].dropFirst()) else {
      return nil
    }
    let seconds = words[0].split(separator: "/", omittingEmptySubsequences: false).map {
      Int64($0).flatMap { (0...86_400).contains($0) ? $0 : nil }
    }
    guard
      (1...2).contains(seconds.count), let work = seconds[0], let rest = seconds.last ?? nil,
      let plan = IntervalPlan(
        work: .seconds(work), rest: .seconds(seconds.count == 2 ? rest : 0), rounds: rounds),
      plan.duration <= .seconds(86_400)
    else { return nil }
    self = plan
  }

  /// What ``init(text:)`` reads.
  public var text: String {
    let (work, rest) = (work.components.seconds, rest.components.seconds)
    return rest > 0 ? "\(work)/\(rest) x\(rounds)" : "\(work) x\(rounds)"
  }
}
