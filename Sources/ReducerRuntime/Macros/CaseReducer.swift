/// An enum of features, of which one at a time is there; `@Reducer` on an enum makes one.
///
/// No value of it is ever made: what it holds says only which features there are.
public protocol CaseReducer<State, Action>: Reducer
where
  State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action
{
  /// What runs the features.
  // Said again: the compiler finds it by a static property only where both are of the same protocol.
  associatedtype Body

  /// A store for each feature, of which one at a time is there.
  associatedtype CaseScope

  /// Runs each feature on its case.
  static var body: Body { get }

  /// The store of the feature that is there.
  @MainActor
  static func _scope(_ store: _StoreCase<State, Action>) -> CaseScope

  /// Whether `action` is one of a case that any of its actions dismisses, and `state` is that case.
  static func _dismisses(_ state: State, on action: Action) -> Bool
}

extension CaseReducer {
  public static func _dismisses(_ state: State, on action: Action) -> Bool { false }

  public var body: Body { Self.body }
}

/// The state of a ``CaseReducer``, which knows the reducer it is of.
public protocol CaseReducerState {
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// The state of the feature that is there, to be held outside the enum; `nil` where this is to stay whole.
  var _$payload: _CasePayload<Self>? { get }
}

extension CaseReducerState {
  public var _$payload: _CasePayload<Self>? { nil }
}

/// A protocol that `@Reducer(state:action:)` can have the state or action of an enum conform to.
public enum SynthesizedConformance: Sendable {
  case codable, decodable, encodable, equatable, hashable, sendable
}
