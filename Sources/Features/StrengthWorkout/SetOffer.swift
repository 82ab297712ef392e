import Models

/// A set that Enter records if nothing is typed.
public struct SetOffer: Hashable, Sendable {
  public let kind: Kind
  public let set: SetEntry

  /// The reason for an offer.
  public enum Kind: Hashable, Sendable, CaseIterable {
    case planned
    /// The set that the exercise's progression rule suggests.
    case suggested
    /// The same set of the last session.
    case last
    /// The set before, once more.
    case again

    var title: String {
      switch self {
      case .planned: "Planned"
      case .last: "Last time"
      case .suggested: "Suggested"
      case .again: "Once more"
      }
    }
  }
}

extension StrengthWorkout.State {
  /// The sets that Enter can record, without repetitions; none after the last planned set.
  ///
  /// The planned set is the first one, unless it only repeats the last session, because a repeated session would otherwise
  /// never progress.
  public var offers: [SetOffer] {
    guard !isPlanDone else { return [] }
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
  /// - Throws: ``TextError`` if the typed text is not one or several sets.
  var nextSets: [SetEntry] {
    get throws(TextError) {
      guard !entry.isEmpty else { return selectedOffer.map { [$0.set] } ?? [] }
      return try [SetEntry](text: entry.text, unit: unit)
    }
  }

  mutating func moveOffer(by offset: Int) {
    let offers = offers
    guard let selected = offers.firstIndex(where: { $0.kind == selectedOffer?.kind }) else {
      return
    }
    preferredOffer = offers[selected.moved(by: offset, in: offers.count)].kind
  }

  private func set(of kind: SetOffer.Kind) -> SetEntry? {
    switch kind {
    case .planned:
      guard let target else { return nil }
      // A variation is not done with the load of the planned exercise.
      let load =
        target.exercise == exercise
        ? target.load(ofMaximum: history?.bestEstimate?.mass, in: exerciseUnit) : lastSet?.load
      // A percentage without a known maximum is no load.
      guard load != nil || target.load == nil || target.exercise != exercise,
        let reps = target.reps ?? lastSet?.reps
      else {
        return nil
      }
      // A plan without a weight gets that of the rule.
      let suggested = target.isWarmUp ? nil : set(of: .suggested)
      return SetEntry(
        load ?? suggested?.load ?? lastSet?.load ?? .bodyWeight, reps: reps,
        isWarmUp: target.isWarmUp)
    case .last:
      return lastSet
    case .suggested:
      return history?.suggestion.flatMap { $0.isEmpty ? nil : $0[min(setCount, $0.count - 1)] }
    case .again:
      return sets.last { $0.exercise == exercise }?.set.planned
    }
  }

  /// The set with the same number in the last session, after its end the last one. Warm-up sets, which come first, have
  /// their own numbers.
  private var lastSet: SetEntry? {
    guard let last = history?.last?.sets else { return nil }
    let work = last.filter { !$0.isWarmUp }
    let warmUps = last.filter(\.isWarmUp).dropFirst(
      setCount > 0 ? last.count : sets.count { $0.exercise == exercise })
    let set = warmUps.first ?? (work.isEmpty ? last.last : work[min(setCount, work.count - 1)])
    return set?.planned
  }
}

extension SetEntry {
  /// The set without what is only known after it: the effort and the note.
  fileprivate var planned: SetEntry? { SetEntry(load, reps: reps, isWarmUp: isWarmUp) }
}
