/// What happens to a presented child: it is dismissed, or something happens in it.
public enum PresentationAction<Action> {
  /// The child is to be dismissed.
  case dismiss
  /// Something happened in the child.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}

extension PresentationAction: CasePathable {
  /// The cases; those of the child's action can be named without `presented`: `\.detail.startButtonTapped`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        embed: { .dismiss },
        extract: { if case .dismiss = $0 { () } else { nil } })
    }

    public var presented: AnyCasePath<PresentationAction, Action> { _presented }

    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Value>>
    ) -> AnyCasePath<PresentationAction, Value> where Action: CasePathable {
      presented.appending(Action.allCasePaths[keyPath: keyPath])
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// A ``PresentationAction`` of whatever child.
///
/// It lets the paths of a parent's action go on into it, `\.timer.presented`, as key paths that capture nothing and are
/// therefore made once.
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
  /// What happens in the presented child.
  @inlinable
  public var presented: AnyCasePath<Root, Value.Presented> { appending(Value._presented) }
}
