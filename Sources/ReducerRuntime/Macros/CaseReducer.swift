/// An enum of features of which one at a time is present. `@Reducer` on an enum writes the conformance.
///
/// It has no instances at run time: its cases only declare the features.
public protocol CaseReducer<State, Action>: Reducer
where
  State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action
{
  /// The type of the reducer that runs the features.
  // Declared again, because the compiler infers it from a static property only within the same protocol.
  associatedtype Body

  /// An enum with a store for each feature.
  associatedtype CaseScope

  /// The reducer that runs each feature on its case.
  static var body: Body { get }

  /// Returns the store of the present feature.
  @MainActor
  static func _scope(_ store: _StoreCase<State, Action>) -> CaseScope

  /// Returns whether `action` belongs to an ephemeral case, which any of its actions dismisses, and `state` is that
  /// case.
  static func _dismisses(_ state: State, on action: Action) -> Bool
}

extension CaseReducer {
  public static func _dismisses(_ state: State, on action: Action) -> Bool { false }

  public var body: Body { Self.body }
}

/// The state of a ``CaseReducer``, which knows its reducer type.
public protocol CaseReducerState {
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// The state of the present feature, to be stored outside the enum; `nil` if the enum is stored as a whole.
  var _$payload: _CasePayload<Self>? { get }
}

extension CaseReducerState {
  public var _$payload: _CasePayload<Self>? { nil }
}

/// A protocol to which `@Reducer(state:action:)` can make the state or action of an enum conform.
public enum SynthesizedConformance: Sendable {
  case codable, decodable, encodable, equatable, hashable, sendable
}
