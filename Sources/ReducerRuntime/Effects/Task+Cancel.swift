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
    // `immediate` runs the closure synchronously if the caller is on the main actor. A check of the current thread
    // could not decide this: a Linux program without its own event loop runs the main actor on any thread of the pool.
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
