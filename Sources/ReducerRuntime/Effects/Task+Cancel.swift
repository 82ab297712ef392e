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
    if let site = EffectSite.current, site.host.isMainActorThread {
      MainActor.assumeIsolated { site.host.cancellations.cancel(id: id, path: site.path) }
      return
    }
    let site = EffectSite.current
    Task<Void, Never> { @MainActor in
      let site = site ?? .currentOrShared
      site.host.cancellations.cancel(id: id, path: site.path)
    }
  }

  /// Cancels the effects with the type `id` as their identifier.
  public static func cancel(id: any Any.Type) {
    cancel(id: ObjectIdentifier(id))
  }
}
