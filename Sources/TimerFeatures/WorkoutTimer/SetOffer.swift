import Models

/// A set that Enter records if nothing is typed.
public struct SetOffer: Hashable, Sendable {
  public let kind: Kind
  public let set: SetEntry

  /// The reason for an offer.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The next warm-up set before the first work set.
    case warmUp
    case planned
    /// The set that the exercise's progression rule suggests.
    case suggested
    /// The set with the same number in the last session.
    case last
    /// A repetition of the exercise's previous set.
    case again

    var title: String {
      switch self {
      case .warmUp: "Warm-up"
      case .planned: "Planned"
      case .last: "Last time"
      case .suggested: "Suggested"
      case .again: "Once more"
      }
    }
  }
}

extension Lifting {
  /// The sets that Enter can record, without duplicates; none after the last planned set.
  ///
  /// The planned set is usually first. If it only repeats the last session, the suggested set precedes it, because a
  /// repeated session would otherwise never progress.
  public var offers: [SetOffer] {
    guard !isPlanDone else { return [] }
    if offersWarmUp, let set = warmUpSet { return [SetOffer(kind: .warmUp, set: set)] + workOffers }
    return workOffers
  }

  /// The next warm-up set before the first work set of the exercise; `nil` if none is left.
  public var warmUpSet: SetEntry? {
    guard setCount == 0 else { return nil }
    let offered = workOffers.first { !$0.set.isWarmUp }?.set
    guard let work = offered ?? history?.last?.sets.first(where: { !$0.isWarmUp }) else {
      return nil
    }
    let done = sets.entries(of: exercise ?? "").last?.load.rank ?? .zero
    return settings.warmUp.sets(before: work, with: bar(in: work.load.weight?.unit ?? exerciseUnit))
      .first { $0.load.rank > done }
  }

  private var workOffers: [SetOffer] {
    var offers = SetOffer.Kind.allCases.compactMap { kind in
      set(of: kind).map { SetOffer(kind: kind, set: $0) }
    }
    if offers.count > 1, offers[0].kind == .planned, offers[1].kind == .suggested,
      !offers[0].set.isWarmUp,
      history?.last?.sets.contains(where: { $0.planned == offers[0].set }) ?? false
    {
      offers.swapAt(0, 1)
    }
    return offers.reduce(into: []) { distinct, offer in
      if !distinct.contains(where: { $0.set == offer.set }) { distinct.append(offer) }
    }
  }

  /// The offer that Enter records: one of the kind that the person selected last, or the first.
  public var selectedOffer: SetOffer? {
    let offers = offers
    return offers.first { $0.kind == preferredOffer } ?? offers.first
  }

  /// The sets that Enter records: the typed ones, or the selected one; empty if nothing is typed or offered.
  ///
  /// - Throws: ``TextError`` if the typed text cannot be read as sets.
  var nextSets: [SetEntry] {
    get throws(TextError) {
      guard focus != .body else { return [] }
      guard !entry.isEmpty else {
        return focus == .nextSet ? selectedOffer.map { [$0.set] } ?? [] : []
      }
      return try [SetEntry](text: entry.text, unit: unit)
    }
  }

  private func set(of kind: SetOffer.Kind) -> SetEntry? {
    switch kind {
    case .warmUp: return nil
    case .planned:
      guard let target else { return nil }
      // A variation needs a different load from the planned exercise.
      let load =
        target.exercise == exercise
        ? target.load(ofMaximum: history?.bestEstimate?.mass, history, in: exerciseUnit)
        : lastSet?.load
      // A percentage needs a known maximum.
      guard load != nil || target.load == nil || target.exercise != exercise,
        let reps = target.reps ?? lastSet?.reps
      else {
        return nil
      }
      // If the plan has no weight, the rule's weight is used.
      let suggested = target.isWarmUp ? nil : set(of: .suggested)
      let known = load ?? suggested?.load ?? lastSet?.load ?? lastWorkSet?.load
      guard known != nil || !needsWeight else { return nil }
      return SetEntry(known ?? .bodyWeight, reps: reps, isWarmUp: target.isWarmUp)
    case .last:
      return lastSet
    case .suggested:
      return history?.suggestion.flatMap { $0.isEmpty ? nil : $0[min(setCount, $0.count - 1)] }
    case .again:
      return sets.last { $0.exercise == exercise }?.set.planned
    }
  }

  /// Whether a set of the exercise needs a weight, because a program plans it and the body isn't moved.
  var needsWeight: Bool {
    plan?.needsWeights == true && BodyShare(of: exercise ?? "").percent == 0
  }

  /// A request to type the first weight of a planned set; `nil` if it has one, or needs none.
  var weightRequest: String? {
    guard needsWeight, let target, set(of: .planned) == nil else { return nil }
    return "Planned: \(target.text). Type your first weight, as in 60x\(target.reps ?? 5)"
  }

  /// The previous work set of the exercise in this session.
  private var lastWorkSet: SetEntry? {
    sets.last { $0.exercise == exercise && !$0.set.isWarmUp }?.set
  }

  /// The set with the same number in the last session, or the last one if there were fewer: a warm-up set only before a
  /// planned warm-up set.
  private var lastSet: SetEntry? {
    let isWarmUp = target?.isWarmUp ?? false
    let last = history?.last?.sets.filter { $0.isWarmUp == isWarmUp } ?? []
    let count = isWarmUp ? sets.count { $0.exercise == exercise && $0.set.isWarmUp } : setCount
    return last.isEmpty ? nil : last[min(count, last.count - 1)].planned
  }
}

extension SetEntry {
  /// The set without the effort and the note, which are known only after the set is done.
  fileprivate var planned: SetEntry? { SetEntry(load, reps: reps, isWarmUp: isWarmUp) }
}
