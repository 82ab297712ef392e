extension ConditionalList<EnumCase> {
  /// Whether the cases are those of a `BoundedAction`: `view`, `delegate` and `_internal`, each with one set in it.
  var haveBoundedSets: Bool {
    let sets = entries.compactMap { entry -> String? in
      guard case .element(let enumCase) = entry, enumCase.values.count == 1 else { return nil }
      return enumCase.name
    }
    return Set(["view", "delegate", "_internal"]).isSubset(of: sets)
  }
}
