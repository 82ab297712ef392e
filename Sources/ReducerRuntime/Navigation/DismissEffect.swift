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
  /// Whether a feature that can be dismissed so counts as presented.
  let isPresenting: Bool

  /// - Parameter dismiss: What happens where no parent presents the feature.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    self.dismiss = dismiss
    isPresenting = true
  }

  private init(
    isPresenting: Bool, _ dismiss: (@MainActor @Sendable () async -> Void)?
  ) {
    self.dismiss = dismiss
    self.isPresenting = isPresenting
  }

  /// What happens in the feature of a whole store, which nobody presents: it is reported.
  fileprivate static let atRoot = DismissEffect(isPresenting: false, nil)

  /// The same with `note` called first; then nobody need present the feature.
  package func preceded(by note: @escaping @MainActor @Sendable () -> Void) -> DismissEffect {
    DismissEffect(isPresenting: isPresenting) { [dismiss] in
      note()
      await dismiss?()
    }
  }

  /// Dismisses the feature.
  @MainActor
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    if let dismissal = EffectSite.current?.dismissal {
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
  public static let liveValue = DismissEffect.atRoot
  public static let testValue = DismissEffect.atRoot
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
    } else if EffectSite.current?.dismissal != nil {
      return true
    }
    return dismiss.isPresenting
  }
}
