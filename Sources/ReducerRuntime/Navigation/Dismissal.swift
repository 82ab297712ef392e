/// The way for an effect to have the presented child it belongs to dismissed.
struct Dismissal: Sendable {
  /// That of the effect whose task this is; `nil` where nothing is presented.
  @TaskLocal static var current: Dismissal?

  private let send: @MainActor @Sendable () -> Void

  init(_ send: @escaping @MainActor @Sendable () -> Void) {
    self.send = send
  }

  @MainActor
  func callAsFunction() { send() }

  /// Runs `operation` so that tasks it makes have `dismissal` and `dependencies`.
  @MainActor
  static func with<Result>(
    _ dismissal: Dismissal?, _ dependencies: DependencyValues, _ operation: () -> Result
  ) -> Result {
    // An action that a presented child's effect sends may set going effects of its parent, which are not presented.
    guard dismissal != nil || current != nil else {
      return DependencyValues.$ofTask.withValue(dependencies, operation: operation)
    }
    return $current.withValue(dismissal) {
      DependencyValues.$ofTask.withValue(dependencies, operation: operation)
    }
  }
}
