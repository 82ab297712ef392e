extension TestStore {
  /// Whether the feature asked to be dismissed with `\.dismiss`, which nobody does to the feature of a test store.
  ///
  /// ```swift
  /// await store.send(.closeButtonTapped)
  /// #expect(store.isDismissed)
  /// ```
  public var isDismissed: Bool { log.isDismissed }
}
