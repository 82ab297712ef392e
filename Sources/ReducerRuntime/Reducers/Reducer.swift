/// A feature's logic: a function that changes the state for an action and returns the resulting effects.
///
/// A feature implements either a `body` that composes other reducers, or ``reduce(into:action:)``:
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
/// A store resolves the tree of reducers once, when it is created: `body` is not evaluated for each action.
public protocol Reducer<State, Action>: Sendable {
  /// The state of the feature.
  associatedtype State
  /// The actions of the feature.
  associatedtype Action
  /// The type of ``body``, or `Never`.
  associatedtype Body

  /// Changes `state` for `action`.
  ///
  /// - Returns: The effect that the store runs after the action has been reduced.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this one, in the order in which they receive an action.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Returns this reducer as one closure, with its tree and key paths resolved.
  func _resolve() -> ResolvedReducer<State, Action>
}

/// A reducer whose tree has been resolved, so that an action needs no further lookups.
///
/// It is isolated to the main actor, where stores run, so the closure may capture main actor state.
public typealias ResolvedReducer<State, Action> =
  @MainActor (inout State, Action) -> Effect<Action>

/// The reducer of a feature.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// The body of a reducer that implements ``reduce(into:action:)``; it must not be called.
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

/// A reducer that is composed of other reducers and only implements ``_resolve()``.
public protocol _ReducerOperator: Reducer where Body == Never {}

extension _ReducerOperator {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    callResolved(_resolve(), &state, action)
  }
}

/// Calls a resolved reducer outside a store.
///
/// The closure is isolated to the main actor only because of its captures. A direct caller, such as a test or a reducer
/// that wraps another, owns the state that it passes and waits for the result, so nothing runs concurrently.
func callResolved<State, Action>(
  _ resolved: ResolvedReducer<State, Action>, _ state: inout State, _ action: Action
) -> Effect<Action> {
  typealias Plain = (inout State, Action) -> Effect<Action>
  return withoutActuallyEscaping(resolved) { unsafeBitCast($0, to: Plain.self)(&state, action) }
}

// MARK: - Basic reducers

/// A reducer with a closure as its implementation.
public struct Reduce<State, Action>: _ReducerOperator {
  @usableFromInline
  enum Source: Sendable {
    case closure(ResolvedReducer<State, Action>)
    case reducer(any Reducer<State, Action>)
  }

  @usableFromInline let source: Source

  /// Creates a reducer from a closure.
  ///
  /// - Parameter reduce: Changes the state for the action, and returns the resulting effect.
  @inlinable
  public init(_ reduce: @escaping ResolvedReducer<State, Action>) {
    source = .closure(reduce)
  }

  /// Creates a reducer that hides the type of `reducer`.
  ///
  /// ```swift
  /// let feature = isDemo ? Reduce(DemoPlayer()) : Reduce(Player())
  /// ```
  ///
  /// - Parameter reducer: The reducer to run; resolved when the store is created.
  // An existential, not a generic parameter: otherwise the compiler would try to interpret each invalid closure as
  // that parameter, and its diagnostics would be useless.
  public init(_ reducer: any Reducer<State, Action>) {
    source = .reducer(reducer)
  }

  @inlinable
  public func _resolve() -> ResolvedReducer<State, Action> {
    switch source {
    case .closure(let reduce): reduce
    case .reducer(let reducer): reducer._resolve()
    }
  }
}

/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: _ReducerOperator {
  /// Creates the reducer.
  @inlinable
  public init() {}

  @inlinable
  public func _resolve() -> ResolvedReducer<State, Action> {
    { _, _ in .none }
  }
}

/// A reducer that groups several reducers, so that an operator can be applied to all of them.
///
/// ```swift
/// CombineReducers {
///   Reduce { state, action in … }
///   Scope(state: \.profile, action: \.profile) { Profile() }
/// }
/// .ifLet(\.$alert, action: \.alert)
/// ```
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: _ReducerOperator {
  @usableFromInline let reducers: Reducers

  /// Creates a reducer that runs the reducers of `build` one after the other.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    reducers = build()
  }

  @inlinable
  public func _resolve() -> ResolvedReducer<State, Action> { reducers._resolve() }
}
