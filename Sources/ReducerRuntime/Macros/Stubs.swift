public struct AnyCasePath<Root, Value>: Sendable {
  let _embed: @Sendable (Value) -> Root
  let _extract: @Sendable (Root) -> Value?
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    _embed = embed
    _extract = extract
  }
  public func embed(_ value: Value) -> Root { _embed(value) }
  public func extract(from root: Root) -> Value? { _extract(root) }
}
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  public init() {}
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> where Value: CasePathable { Case<Member>() }
}
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>
public protocol CasePathable {
  associatedtype AllCasePaths
  static var allCasePaths: AllCasePaths { get }
}
extension CasePathable {
  public subscript<V>(dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, V>>) -> V? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }
}
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}
public protocol CasePathReflectable<Root> {
  associatedtype Root
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

public struct ObservableStateID: Hashable, Sendable {
  public init() {}
  public func _$tag(_ tag: Int) -> Self { self }
  public static var _$inert: Self { Self() }
  public static func _$id<T>(for value: T) -> Self { Self() }
}
public protocol ObservableState {
  var _$id: ObservableStateID { get }
  mutating func _$willModify()
  static func _$storage(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>?
}
public func _$willModify<T>(_ value: inout T) {}
public struct ObservationStateRegistrar: Sendable, Equatable, Hashable, Codable {
  public struct Token {}
  public init() {}
  public var id: ObservableStateID { ObservableStateID() }
  public func access(_ hash: UInt32) {}
  public func set<T>(_ hash: UInt32, _ value: inout T, _ newValue: T) { value = newValue }
  public func willModify<T>(_ value: inout T) -> Token { Token() }
  public func didModify<T>(_ hash: UInt32, _ value: T, _ token: Token) {}
  public mutating func _$willModify() {}
}
public struct PresentationState<Value> {
  public var wrappedValue: Value?
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}
extension PresentationState: Sendable where Value: Sendable {}
extension PresentationState: Equatable where Value: Equatable {}

public func reportIssue(_ message: String = "") {
  issues.append(message)
}
nonisolated(unsafe) public var issues: [String] = []
public struct Unimplemented: Error {
  public var endpoint: String
  public init(_ endpoint: String) { self.endpoint = endpoint }
}

public struct Effect<Action>: Sendable {
  public static var none: Self { Self() }
}
public protocol Reducer<State, Action>: Sendable {
  associatedtype State
  associatedtype Action
  associatedtype Body
  @ReducerBuilder<State, Action> var body: Body { get }
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}
extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }
}
extension Reducer where Body == Never {
  public var body: Never { fatalError() }
}
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>
@resultBuilder
public enum ReducerBuilder<State, Action> {
  public static func buildExpression<R: Reducer<State, Action>>(_ r: R) -> R { r }
  public static func buildPartialBlock<R: Reducer<State, Action>>(first r: R) -> R { r }
  public static func buildPartialBlock<A: Reducer<State, Action>, B: Reducer<State, Action>>(
    accumulated a: A, next b: B
  ) -> Reduce<State, Action> {
    Reduce { state, action in
      _ = a.reduce(into: &state, action: action)
      return b.reduce(into: &state, action: action)
    }
  }
}
public struct EmptyReducer<State, Action>: Reducer {
  public init() {}
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
public struct Reduce<State, Action>: Reducer {
  let _reduce: @Sendable (inout State, Action) -> Effect<Action>
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    _reduce = reduce
  }
  public init<R: Reducer>(erasing reducer: R) where R.State == State, R.Action == Action {
    _reduce = { reducer.reduce(into: &$0, action: $1) }
  }
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _reduce(&state, action)
  }
}

public struct Scope<ParentState: CasePathable, ParentAction: CasePathable, Child: Reducer>: Reducer
{
  public typealias State = ParentState
  public typealias Action = ParentAction
  let child: Child
  public init(
    state: CaseKeyPath<ParentState, Child.State>, action: CaseKeyPath<ParentAction, Child.Action>,
    child: () -> Child
  ) { self.child = child() }
  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    .none
  }
}
@MainActor
public final class Store<State, Action> {
  public var state: State
  public init(state: State) { self.state = state }
  public func scope<S, A>(state: KeyPath<State, S?>, action: CaseKeyPath<Action, A>) -> Store<S, A>?
  {
    self.state[keyPath: state].map { Store<S, A>(state: $0) }
  }
}
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
public struct AlertState<Action>: Sendable { public init() {} }
extension AlertState: Equatable, _EphemeralState {}
public protocol _EphemeralState<Action> { associatedtype Action }
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  let reducers: Reducers
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) { reducers = build() }
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}
