/// An enum of features, one of which is present at a time. `@Reducer` on an enum generates the conformance.
///
/// It has no instances at run time: its cases only declare the features.
public protocol CaseReducer<State, Action>: Reducer
where
  State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action
{
  /// The type of the reducer that runs the features.
  // Declared again, because the compiler only infers it from a static property of the same protocol.
  associatedtype Body

  /// An enum with a store for each feature.
  associatedtype CaseScope

  /// The reducer that runs each feature on its case.
  static var body: Body { get }

  /// Returns the store of the present feature.
  @MainActor
  static func _scope(_ store: _StoreCase<State, Action>) -> CaseScope

  /// Returns whether `state` is an ephemeral case and `action` is one of its actions, any of which dismisses it.
  static func _dismisses(_ state: State, on action: Action) -> Bool
}

extension CaseReducer {
  public static func _dismisses(_ state: State, on action: Action) -> Bool { false }

  public var body: Body { Self.body }
}

/// The state of a ``CaseReducer``, with the type of its reducer.
public protocol CaseReducerState {
  /// The reducer that runs the features of the cases.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// The state of the present feature, to be stored outside the enum; `nil` if the enum is stored as a whole.
  var _$payload: _CasePayload<Self>? { get }
}

extension CaseReducerState {
  public var _$payload: _CasePayload<Self>? { nil }
}

/// A protocol to which `@Reducer(state:action:)` can make the state or action of an enum conform.
public enum SynthesizedConformance: Sendable {
  /// The protocol of the same name.
  case codable, decodable, encodable, equatable, hashable, sendable
}

/// A reducer that runs the features of a ``CaseReducer``, which itself has no instances.
public struct _CaseReducerBody<Cases: CaseReducer>: _ReducerOperator {
  public typealias State = Cases.State
  public typealias Action = Cases.Action

  @usableFromInline
  init() {}

  // `body` is read here instead of in the initializer, because a feature may present these cases recursively.
  public func _resolve() -> ResolvedReducer<State, Action> { Cases.body._resolve() }
}

// MARK: - Presenting

extension Reducer {
  /// Runs the features of a `@Reducer` enum while one of them is presented.
  ///
  /// Same as ``ifLet(_:action:destination:fileID:filePath:line:column:)``, with the enum's own features as the
  /// destination.
  ///
  /// ```swift
  /// @Reducer enum Destination { case detail(Detail), settings(Settings) }
  ///
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination)
  /// ```
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _PresentedCasesReducer<Self, ChildState.StateReducer>
  where ChildState.StateReducer.Action == ChildAction {
    _PresentedCasesReducer(
      presentation: ifLet(
        toPresentation, action: toPresentationAction,
        destination: { _CaseReducerBody<ChildState.StateReducer>() },
        fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the features of a `@Reducer` enum while one of them is present.
  ///
  /// Same as ``ifLet(_:action:then:fileID:filePath:line:column:)``, with the enum's own features as the child.
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toChildState: any WritableKeyPath<State, ChildState?> & Sendable,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _IfLetReducer<Self, _CaseReducerBody<ChildState.StateReducer>>
  where ChildState.StateReducer.Action == ChildAction {
    ifLet(
      toChildState, action: toChildAction, then: { _CaseReducerBody<ChildState.StateReducer>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the features of a `@Reducer` enum on the rows of a list.
  ///
  /// Same as ``forEach(_:action:element:fileID:filePath:line:column:)``, with the enum's own features as the element.
  public func forEach<ElementState: CaseReducerState, ElementAction, ID: Hashable & Sendable>(
    _ toElements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _ForEachReducer<Self, ID, _CaseReducerBody<ElementState.StateReducer>>
  where ElementState.StateReducer.Action == ElementAction {
    forEach(
      toElements, action: toElementAction,
      element: { _CaseReducerBody<ElementState.StateReducer>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

// MARK: - Running each feature on its case

/// The features of a ``CaseReducer``, each run on its case.
public struct _CaseReducers<State, Action>: _ReducerOperator {
  @usableFromInline var features: [CaseFeature<State, Action>] = []

  /// Creates the reducer.
  ///
  /// - Parameter add: Adds the features, each with ``run(_:_:_:fileID:filePath:line:column:child:)``.
  @inlinable
  public init(_ add: (inout Self) -> Void) {
    add(&self)
  }

  /// Adds the feature of one case.
  ///
  /// - Parameters:
  ///   - index: The index of the case, as in the ``_CasePayload`` of its state.
  ///   - toState: The case of the state.
  ///   - toAction: The case of the action.
  @inlinable
  public mutating func run<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ index: Int, _ toState: AnyCasePath<State, ChildState>,
    _ toAction: AnyCasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = child()
    let whole = Scope(
      childLocation: .payload(toState, location), toChildAction: toAction, child: child)
    features.append(
      CaseFeature(index: index) {
        whole._resolve()
      } payload: {
        PayloadReducer(child, index, toAction)
      })
  }

  @inlinable
  public func _resolve() -> ResolvedReducer<State, Action> {
    let features = features.map { $0.whole() }
    return { state, action in
      var effect = Effect<Action>.none
      for feature in features { effect = effect.merge(with: feature(&state, action)) }
      return effect
    }
  }
}

/// A feature of a ``CaseReducer``, which can be resolved for the whole state or for the payload of its case.
@usableFromInline
struct CaseFeature<State, Action>: Sendable {
  @usableFromInline let index: Int
  @usableFromInline let whole: @Sendable () -> ResolvedReducer<State, Action>
  @usableFromInline let payload: @Sendable () -> PayloadReducer<Action>

  @usableFromInline
  init(
    index: Int, whole: @escaping @Sendable () -> ResolvedReducer<State, Action>,
    payload: @escaping @Sendable () -> PayloadReducer<Action>
  ) {
    self.index = index
    self.whole = whole
    self.payload = payload
  }
}

/// The resolved reducer of a feature whose state is stored outside its enum.
@usableFromInline
struct PayloadReducer<Action> {
  /// Returns the identity of the child; `nil` if the payload belongs to another feature.
  @usableFromInline let identity: @MainActor (PayloadAddress) -> ChildID?
  /// Reduces the action. Returns `nil` if the payload, or the action, belongs to another feature.
  @usableFromInline
  let reduce: @MainActor (PayloadAddress, Action, _ isReplaced: inout Bool) -> Effect<Action>?

  @usableFromInline
  init(
    identity: @escaping @MainActor (PayloadAddress) -> ChildID?,
    reduce:
      @escaping @MainActor (PayloadAddress, Action, _ isReplaced: inout Bool) -> Effect<Action>?
  ) {
    self.identity = identity
    self.reduce = reduce
  }

  /// Creates the reducer of a case without a feature.
  @inlinable
  init() {
    self.init { _ in
      nil
    } reduce: { _, _, _ in
      nil
    }
  }

  @inlinable
  init<ChildState, ChildAction>(
    _ child: some Reducer<ChildState, ChildAction>, _ index: Int,
    _ toAction: AnyCasePath<Action, ChildAction>
  ) {
    let child = ObservedReducer(child._resolvePresentedLazily())
    let childIdentity = _ChildIdentity<ChildState>.make()
    let type = ObjectIdentifier(ChildState.self)
    self.init { place in
      guard place.type == type else { return nil }
      let state = place.address.assumingMemoryBound(to: ChildState.self)
      return childIdentity.of(&state.pointee).inCase(index)
    } reduce: { place, action, isReplaced in
      guard place.type == type, let childAction = toAction.extract(from: action) else { return nil }
      let state = place.address.assumingMemoryBound(to: ChildState.self)
      let effect = child(&state.pointee, childAction, isReplaced: &isReplaced)
      return effect.isNone ? Effect.none : effect.map(toAction.embedding)
    }
  }
}

/// The reducer of a presented ``CaseReducer``: each feature gets its own state in place.
@usableFromInline
struct PresentedCases<Cases: CaseReducer>: PresentedReducer {
  @usableFromInline typealias State = Cases.State
  @usableFromInline typealias Action = Cases.Action

  @usableFromInline let whole: PresentedStateReducer<State, Action>
  /// The features by the indices of their cases.
  @usableFromInline let features: [PayloadReducer<Action>]

  @inlinable
  init() {
    whole = PresentedStateReducer(_CaseReducerBody<Cases>())
    // A custom `body`, declared in the enum, receives the whole state.
    let written = (Cases.body as? _CaseReducers<State, Action>)?.features ?? []
    var features: [PayloadReducer<Action>] = []
    for feature in written {
      while features.count <= feature.index { features.append(PayloadReducer()) }
      features[feature.index] = feature.payload()
    }
    self.features = features
  }

  @inlinable var hasEphemeral: Bool { whole.hasEphemeral }

  @inlinable
  @inline(__always)
  func identity(_ presentation: inout PresentationState<State>) -> ChildID? {
    if let payload = presentation.payload, payload.index < features.count,
      let identity = features[payload.index].identity(payload)
    {
      return identity
    }
    return whole.identity(&presentation)
  }

  @inlinable
  @inline(__always)
  func isDismissed(_ presentation: inout PresentationState<State>, by action: Action) -> Bool {
    // Only features are stored as payloads, and those are never ephemeral.
    presentation.payload == nil && whole.isDismissed(&presentation, by: action)
  }

  @inlinable
  @inline(__always)
  func reduce(
    _ presentation: inout PresentationState<State>, _ action: Action, isReplaced: inout Bool
  ) -> Effect<Action> {
    if presentation.payload != nil {
      presentation.makeUnique()
      if let payload = presentation.payload, payload.index < features.count,
        let effect = features[payload.index].reduce(payload, action, &isReplaced)
      {
        return effect
      }
    }
    return whole.reduce(&presentation, action, isReplaced: &isReplaced)
  }
}

/// A reducer that presents one of the features of a ``CaseReducer`` at a time.
public struct _PresentedCasesReducer<Parent: Reducer, Cases: CaseReducer>: _ReducerOperator {
  public typealias State = Parent.State
  public typealias Action = Parent.Action

  @usableFromInline
  let presentation: _PresentationReducer<Parent, _CaseReducerBody<Cases>>

  @usableFromInline
  init(presentation: _PresentationReducer<Parent, _CaseReducerBody<Cases>>) {
    self.presentation = presentation
  }

  @inlinable
  public func _resolve() -> ResolvedReducer<State, Action> {
    presentation.resolve { PresentedCases<Cases>() }
  }
}
