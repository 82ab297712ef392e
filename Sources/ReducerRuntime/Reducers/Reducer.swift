/// How a feature's state changes when something happens, and what is to be done in the outside world because of it.
///
/// A feature gives either a `body` that composes other reducers, or the method ``reduce(into:action:)``:
///
/// ```swift
/// @Reducer
/// struct Counter {
///   @ObservableState
///   struct State: Equatable { var count = 0 }
///   enum Action { case incrementButtonTapped }
///
///   var body: some Reducer<State, Action> {
///     Reduce { state, action in
///       switch action {
///       case .incrementButtonTapped:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// A store resolves the tree of reducers once, when it is made: `body` is not evaluated again for each action.
public protocol Reducer<State, Action>: Sendable {
  /// What the feature knows.
  associatedtype State
  /// What can happen in the feature.
  associatedtype Action
  /// The reducer that the feature is composed of, or `Never`.
  associatedtype Body

  /// Changes `state` as `action` asks.
  ///
  /// - Returns: What the store is to do once the action has been reduced.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this one, in the order in which they see an action.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// This reducer as one closure, its tree walked and its paths looked up beforehand.
  func _resolve() -> ResolvedReducer<State, Action>
}

/// A reducer whose tree has been walked: nothing is left to look up when an action comes.
///
/// It runs where stores do. Typed so, a closure may capture whatever the main actor may.
public typealias ResolvedReducer<State, Action> =
  @MainActor (inout State, Action) -> Effect<Action>

/// The reducer of a feature.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A reducer that has a `reduce(into:action:)` has no body.
  public var body: Body {
    fatalError("\(Self.self) has no body; call its reduce(into:action:)")
  }

  @inlinable
  public func _resolve() -> ResolvedReducer<State, Action> {
    { reduce(into: &$0, action: $1) }
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable
  public func _resolve() -> ResolvedReducer<State, Action> {
    body._resolve()
  }
}

/// A reducer made of others, whose resolved form is all there is to it.
public protocol _ReducerOperator: Reducer where Body == Never {}

extension _ReducerOperator {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    callResolved(_resolve(), &state, action)
  }
}

/// Calls a resolved reducer for somebody who is not a store.
///
/// The closure is typed as the main actor's only for what it may capture. Whoever calls a reducer by hand, a test or a
/// reducer around another, holds the state it passes and waits for the answer, so nothing runs at the same time.
func callResolved<State, Action>(
  _ resolved: ResolvedReducer<State, Action>, _ state: inout State, _ action: Action
) -> Effect<Action> {
  typealias Plain = (inout State, Action) -> Effect<Action>
  return withoutActuallyEscaping(resolved) { unsafeBitCast($0, to: Plain.self)(&state, action) }
}
