extension Task where Success == Never, Failure == Never {
  /// Cancels the effects with the identifier `id` in the feature whose effect calls this, and in the children it
  /// presents.
  ///
  /// ```swift
  /// return .run { send in
  ///   try await upload()
  ///   Task.cancel(id: CancelID.countdown)
  /// }
  /// ```
  ///
  /// It takes effect immediately where effects run; from another thread, as soon as the main actor is free.
  ///
  /// - Complexity: O(1) if there are none.
  public static func cancel(id: some Hashable & Sendable) {
    let id = CancelID(id)
    // On the main actor it runs at once. The thread would not tell: without an event loop of its own, a Linux program
    // runs the main actor on any thread of the pool.
    Task<Void, Never>.immediate { @MainActor in
      let site = EffectSite.currentOrShared
      site.host.cancellations.cancel(id: id, path: site.path)
    }
  }

  /// Cancels the effects with the type `id` as their identifier.
  public static func cancel(id: any Any.Type) {
    cancel(id: ObjectIdentifier(id))
  }
}
