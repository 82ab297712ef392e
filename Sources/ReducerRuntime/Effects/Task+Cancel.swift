extension Task where Success == Never, Failure == Never {
  /// Cancels whatever runs under `id` in the feature whose effect calls this, and in the children it presents.
  ///
  /// ```swift
  /// return .run { send in
  ///   try await upload()
  ///   Task.cancel(id: CancelID.countdown)
  /// }
  /// ```
  ///
  /// It works at once where effects run; from another thread, as soon as the main actor is free.
  ///
  /// - Complexity: O(1) when nothing runs under `id`.
  public static func cancel(id: some Hashable & Sendable) {
    let id = CancelID(id)
    if let site = EffectSite.current, site.host.isOnThread {
      MainActor.assumeIsolated { site.host.cancellations.cancel(id: id, path: site.path) }
      return
    }
    let site = EffectSite.current
    Task<Void, Never> { @MainActor in
      let site = site ?? .here
      site.host.cancellations.cancel(id: id, path: site.path)
    }
  }

  /// Cancels whatever runs under the type `id`.
  public static func cancel(id: any Any.Type) {
    cancel(id: ObjectIdentifier(id))
  }
}
