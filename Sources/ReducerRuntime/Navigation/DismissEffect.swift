/// A function that dismisses the feature whose effect calls it: `@Dependency(\.dismiss) var dismiss`.
///
/// ```swift
/// case .closeButtonTapped:
///   return .run { _ in await dismiss() }
/// ```
///
/// The parent receives `.dismiss`, or `.popFrom(id:)` if the feature is in a stack. The feature's state is removed
/// and its effects, including the calling one, are cancelled. Do not rely on code after the call.
///
/// A call for a feature that is not presented, such as the child of a plain optional, is reported as an issue. A test
/// of a feature without its parent sets the dependency: `$0.dismiss = DismissEffect { … }`.
public struct DismissEffect: Sendable {
  let dismiss: (@MainActor @Sendable () async -> Void)?
  /// Whether a feature with this dependency counts as presented.
  let isPresented: Bool

  /// Creates a dismiss effect.
  ///
  /// - Parameter dismiss: Called if no parent presents the feature.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    self.dismiss = dismiss
    isPresented = true
  }

  private init(
    isPresented: Bool, _ dismiss: (@MainActor @Sendable () async -> Void)?
  ) {
    self.dismiss = dismiss
    self.isPresented = isPresented
  }

  /// The value for the root feature of a store, which is not presented: a call is reported as an issue.
  fileprivate static let atRoot = DismissEffect(isPresented: false, nil)

  /// Returns a copy that calls `callback` first, and that also works if the feature is not presented.
  package func preceded(by callback: @escaping @MainActor @Sendable () -> Void) -> DismissEffect {
    DismissEffect(isPresented: isPresented) { [dismiss] in
      callback()
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
        A feature asked at \(fileID):\(line) to be dismissed, but it is not presented. Present it \
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
  /// A function that dismisses the feature whose effect calls it.
  public var dismiss: DismissEffect {
    get { self[DismissEffect.self] }
    set { self[DismissEffect.self] = newValue }
  }

  /// Whether the feature whose reducer or effect reads this is presented.
  public var isPresented: Bool {
    if let context = RuntimeContext.current, context.dependencies != nil {
      if context.isPresented { return true }
    } else if EffectSite.current?.dismissal != nil {
      return true
    }
    return dismiss.isPresented
  }
}

/// A function that dismisses the presented child to which an effect belongs.
struct Dismissal: Sendable {
  private let send: @MainActor @Sendable () -> Void

  init(_ send: @escaping @MainActor @Sendable () -> Void) {
    self.send = send
  }

  @MainActor
  func callAsFunction() { send() }
}
