extension Effect {
  /// Makes this effect one that can be cancelled by a type: `.cancellable(id: Countdown.self)`.
  ///
  /// - Parameters:
  ///   - id: A type that stands for the effect.
  ///   - cancelInFlight: Whether effects already running under `id` are cancelled first.
  public func cancellable(id: any Any.Type, cancelInFlight: Bool = false) -> Self {
    cancellable(id: ObjectIdentifier(id), cancelInFlight: cancelInFlight)
  }

  /// Cancels whatever runs under the type `id`.
  public static func cancel(id: any Any.Type) -> Self {
    cancel(id: ObjectIdentifier(id))
  }
}
