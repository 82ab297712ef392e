/// The way for an effect to have the presented child it belongs to dismissed.
struct Dismissal: Sendable {
  private let send: @MainActor @Sendable () -> Void

  init(_ send: @escaping @MainActor @Sendable () -> Void) {
    self.send = send
  }

  @MainActor
  func callAsFunction() { send() }
}
