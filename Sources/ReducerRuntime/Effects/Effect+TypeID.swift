extension Effect {
  /// Returns this effect with a type as its cancellation identifier: `.cancellable(id: Countdown.self)`.
  ///
  /// - Parameters:
  ///   - id: A type that identifies the effect.
  ///   - cancelInFlight: Whether effects that already run under `id` are cancelled first.
  public func cancellable(id: any Any.Type, cancelInFlight: Bool = false) -> Self {
    cancellable(id: ObjectIdentifier(id), cancelInFlight: cancelInFlight)
  }

  /// Returns an effect that cancels the effects with the type `id` as their identifier.
  public static func cancel(id: any Any.Type) -> Self {
    cancel(id: ObjectIdentifier(id))
  }
}
