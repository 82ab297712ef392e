/// Dismisses the feature whose effect calls it: `@Dependency(\.dismiss) var dismiss`.
///
/// ```swift
/// case .closeButtonTapped:
///   return .run { _ in await dismiss() }
/// ```
///
/// The parent receives `.dismiss`, or `.popFrom(id:)` where the feature is in a stack; the feature's state goes and its
/// effects, this one among them, are cancelled. What stands after the call is not to be relied on.
///
/// In a feature that nobody presents, such as the child of a plain optional, a call is reported as an issue at its line.
/// A test of the feature alone sets what is to happen: `$0.dismiss = DismissEffect { … }`.
public struct DismissEffect: Sendable {
  let dismiss: (@MainActor @Sendable () async -> Void)?

  /// - Parameter dismiss: What happens where no parent presents the feature.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    self.dismiss = dismiss
  }

  init() {
    dismiss = nil
  }

  /// Dismisses the feature.
  @MainActor
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    if let dismissal = Dismissal.current {
      dismissal()
    } else if let dismiss {
      await dismiss()
    } else {
      reportIssue(
        """
        A feature asked at \(fileID):\(line) to be dismissed, but nobody presents it. Present it \
        with '@Presents' or in a 'StackState', or set the dependency 'dismiss'.
        """, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}

extension DismissEffect: DependencyKey {
  public static let liveValue = DismissEffect()
  public static let testValue = DismissEffect()
}

extension DependencyValues {
  /// Dismisses the feature whose effect calls it.
  public var dismiss: DismissEffect {
    get { self[DismissEffect.self] }
    set { self[DismissEffect.self] = newValue }
  }

  /// Whether somebody presents the feature that asks, in its reducer or in one of its effects.
  public var isPresented: Bool {
    if let context = RuntimeContext.current, context.dependencies != nil {
      if context.isPresenting { return true }
    } else if Dismissal.current != nil {
      return true
    }
    return dismiss.dismiss != nil
  }
}
