/// A function that dismisses the presented child to which an effect belongs.
struct Dismissal: Sendable {
  private let send: @MainActor @Sendable () -> Void

  init(_ send: @escaping @MainActor @Sendable () -> Void) {
    self.send = send
  }

  @MainActor
  func callAsFunction() { send() }
}
