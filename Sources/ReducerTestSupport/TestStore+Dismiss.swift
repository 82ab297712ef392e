extension TestStore {
  /// Whether the feature has dismissed itself with `\.dismiss`. The feature of a test store has no parent that would
  /// remove it.
  ///
  /// ```swift
  /// await store.send(.closeButtonTapped)
  /// #expect(store.isDismissed)
  /// ```
  public var isDismissed: Bool { log.isDismissed }
}
