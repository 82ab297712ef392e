/// A reducer that runs a child reducer on a part of the parent's state, for the child's part of the parent's actions.
///
/// ```swift
/// Scope(state: \.profile, action: \.profile) { Profile() }
/// ```
///
/// - Complexity: Accessing the child is O(1) and copies nothing.
public struct Scope<ParentState, ParentAction, Child: Reducer>: _ReducerOperator {
  @usableFromInline let childLocation: ChildLocation<ParentState, Child.State>
  @usableFromInline let toChildAction: AnyCasePath<ParentAction, Child.Action>
  @usableFromInline let child: Child

  @usableFromInline
  init(
    childLocation: ChildLocation<ParentState, Child.State>,
    toChildAction: AnyCasePath<ParentAction, Child.Action>, child: Child
  ) {
    self.childLocation = childLocation
    self.toChildAction = toChildAction
    self.child = child
  }

  /// Creates a reducer for a stored child.
  ///
  /// - Parameters:
  ///   - toChildState: The property of the parent's state that holds the child's state.
  ///   - toChildAction: The case of the parent's action that holds the child's action.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: any WritableKeyPath<ParentState, ChildState> & Sendable,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(
      childLocation: .property(toChildState), toChildAction: AnyCasePath(toChildAction),
      child: child())
  }

  @inlinable
  public func _resolve() -> ResolvedReducer<ParentState, ParentAction> {
    switch childLocation {
    case .property(let keyPath): resolve(keyPath)
    case .payload(let path, let location): resolve(path, location)
    }
  }

  @inlinable
  func resolve(
    _ toChildState: any WritableKeyPath<ParentState, Child.State> & Sendable
  ) -> ResolvedReducer<ParentState, ParentAction> {
    let toChildAction = toChildAction
    let resolved = Deferred { [child] in ResolvedScope(StatePath(toChildState), child) }
    return { state, action in
      guard let childAction = toChildAction.extract(from: action) else { return .none }
      let effect = resolved.value.reduce(&state, childAction)
      return effect.isNone ? .none : effect.map(toChildAction.embedding)
    }
  }
}

/// The child of a ``Scope`` with its path resolved, at its first action: a start sends few features an action, and
/// resolving all of them took a sixth of it.
///
/// It is a class, because copying a struct with several closures would retain each of them for each action.
@usableFromInline
final class ResolvedScope<ParentState, State, Action> {
  @usableFromInline let path: StatePath<ParentState, State>
  @usableFromInline let child: ObservedReducer<State, Action>

  @inlinable
  init(_ path: StatePath<ParentState, State>, _ child: some Reducer<State, Action>) {
    self.path = path
    self.child = ObservedReducer(child._resolve())
  }

  @MainActor
  @inlinable
  @inline(__always)
  func reduce(_ state: inout ParentState, _ action: Action) -> Effect<Action> {
    var isReplaced = false
    let effect = path.modify(&state) { child(&$0, action, isReplaced: &isReplaced) }
    if isReplaced { path.didReplace(in: &state) }
    return effect
  }
}

// MARK: - By case

/// The location of a child's state in the parent's state.
@usableFromInline
enum ChildLocation<ParentState, ChildState>: Sendable {
  case property(any WritableKeyPath<ParentState, ChildState> & Sendable)
  case payload(AnyCasePath<ParentState, ChildState>, IssueLocation)
}

extension Scope {
  /// Creates a reducer for one case of an enum of states.
  ///
  /// If an action for the child arrives while the state is another case, an issue is reported at the line of this call.
  ///
  /// ```swift
  /// var body: some Reducer<State, Action> {
  ///   Scope(state: \.signedIn, action: \.signedIn) { SignedIn() }
  ///   Scope(state: \.signedOut, action: \.signedOut) { SignedOut() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - toChildState: The case of the parent's state that holds the child's state.
  ///   - toChildAction: The case of the parent's action that holds the child's action.
  /// - Complexity: Accessing the child is O(1); it is changed in place.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.init(
      childLocation: .payload(
        AnyCasePath(toChildState),
        IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)),
      toChildAction: AnyCasePath(toChildAction), child: child())
  }

  @inlinable
  func resolve(
    _ path: AnyCasePath<ParentState, Child.State>, _ location: IssueLocation
  ) -> ResolvedReducer<ParentState, ParentAction> {
    let toChildAction = toChildAction
    let child = child._resolveLazily()
    return { state, action in
      guard let childAction = toChildAction.extract(from: action) else { return .none }
      guard let effect = path.modify(&state, { child(&$0, childAction) }) else {
        location.reportAbsentChild(action, operator: "Scope")
        return .none
      }
      return effect.isNone ? .none : effect.map(toChildAction.embedding)
    }
  }
}
