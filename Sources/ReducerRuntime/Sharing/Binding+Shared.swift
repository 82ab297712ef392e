extension Binding where Value: Sendable {
  /// Creates a binding to a shared value: `Stepper("Reps", value: Binding($reps))`.
  public nonisolated init(_ base: Shared<Value>) {
    self.init(
      get: { base.wrappedValue }, set: { newValue in base.withLock { $0 = newValue } })
  }
}
