/// An action for a presented child: it is dismissed, or it receives an action of its own.
public enum PresentationAction<Action> {
  /// Dismisses the child.
  case dismiss
  /// An action of the child.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}

extension PresentationAction: CasePathable {
  /// The case paths; those of the child's action are available without `presented`: `\.detail.startButtonTapped`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path to the dismissal.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        embed: { .dismiss },
        extract: { if case .dismiss = $0 { () } else { nil } })
    }

    /// The path to the child's actions.
    public var presented: AnyCasePath<PresentationAction, Action> { _presented }

    /// The path to one case of the child's action: `\.detail.startButtonTapped`.
    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Value>>
    ) -> AnyCasePath<PresentationAction, Value> where Action: CasePathable {
      presented.appending(Action.allCasePaths[keyPath: keyPath])
    }

    /// The case paths of one case of the child's action, for bindings: `$store.scope(state: \.destination?.edit,
    /// action: \.destination.edit)`.
    @_disfavoredOverload
    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Value>>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Value>> where Action: CasePathable {
      presentation(of: Action.allCasePaths[keyPath: keyPath])
    }

    private func presentation<Value>(
      of path: AnyCasePath<Action, Value>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Value>> {
      AnyCasePath(
        embed: { action in
          switch action {
          case .dismiss: .dismiss
          case .presented(let value): .presented(path.embed(value))
          }
        },
        extract: { action in
          switch action {
          case .dismiss: .dismiss
          case .presented(let action): path.extract(from: action).map { .presented($0) }
          }
        },
        name: path.name)
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// A ``PresentationAction`` with any child.
///
/// It lets a parent's case paths continue into the child, `\.timer.presented`, as key paths without captures, which
/// are instantiated only once.
public protocol _PresentationAction<Presented> {
  associatedtype Presented
  static var _presented: AnyCasePath<Self, Presented> { get }
}

extension PresentationAction: _PresentationAction {
  @inlinable
  public static var _presented: AnyCasePath<PresentationAction, Action> {
    AnyCasePath(
      embed: { .presented($0) },
      extract: { if case .presented(let action) = $0 { action } else { nil } },
      name: "presented")
  }
}

extension AnyCasePath where Value: _PresentationAction {
  /// The actions of the presented child.
  @inlinable
  public var presented: AnyCasePath<Root, Value.Presented> { appending(Value._presented) }
}
