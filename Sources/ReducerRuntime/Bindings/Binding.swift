/// A reference to a value that is stored elsewhere, which a control can read and set.
///
/// ```swift
/// TextField("Name", text: $store.name)
/// ```
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value>: Sendable {
  private let get: @MainActor () -> Value
  private let set: @MainActor (Value) -> Void

  /// Creates a binding that reads with `get` and writes with `set`.
  public nonisolated init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }

  /// Creates a copy of a binding, for the initializer of a type with a property `@Binding var name`.
  public nonisolated init(projectedValue: Binding) {
    self = projectedValue
  }

  /// Returns a binding to a constant value, for previews and tests.
  public nonisolated static func constant(_ value: Value) -> Self where Value: Sendable {
    Binding(get: { value }, set: { _ in })
  }

  /// The current value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, so that a view with `@Binding var name` passes it on as `$name`.
  public var projectedValue: Binding { self }

  /// A binding to one property of the value.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    let keyPath = sendable(keyPath)
    return Binding<Member>(
      get: { self.wrappedValue[keyPath: keyPath] },
      set: { self.wrappedValue[keyPath: keyPath] = $0 })
  }
}

/// A property wrapper that makes bindings to the properties of an object, usually a store.
///
/// ```swift
/// struct ProfileView {
///   @Bindable var store: StoreOf<Profile>
///
///   var fields: some View {
///     TextField("Name", text: $store.name)                       // a `BindableAction` store
///     Picker("Tab", selection: $store.tab.sending(\.tabSelected))  // any store
///     Toggle("Loud", isOn: $store.isLoud)                        // a property in an extension of the store
///     Sheet(item: $store.scope(state: \.detail, action: \.detail)) // a presented child, or a stack
///   }
/// }
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
  /// The object.
  public var wrappedValue: Value

  /// Creates a wrapper for `@Bindable var store: …`.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a wrapper for a binding within an expression: `Bindable(store).name`.
  public init(_ wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a copy of another wrapper.
  public init(projectedValue: Bindable) {
    self = projectedValue
  }

  /// The wrapper itself, whose members are bindings: `$store.name`.
  public var projectedValue: Bindable { self }

  /// A binding to one property of the object.
  @MainActor
  public subscript<Member>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> where Value: AnyObject {
    Binding(
      get: { wrappedValue[keyPath: keyPath] }, set: { wrappedValue[keyPath: keyPath] = $0 })
  }

  /// A property of a store's state that becomes a binding with an action: `$store.tab.sending(\.tabSelected)`.
  @MainActor
  @_disfavoredOverload
  public subscript<State, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> _StoreBindable<State, Action, Member> where Value == Store<State, Action> {
    _StoreBindable(store: wrappedValue, keyPath: keyPath)
  }
}

/// A property of a store's state that still needs an action to become a binding.
@MainActor
@dynamicMemberLookup
public struct _StoreBindable<State, Action, Value> {
  let store: Store<State, Action>
  let keyPath: KeyPath<State, Value>

  /// A nested property of this property.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> _StoreBindable<State, Action, Member> {
    _StoreBindable<State, Action, Member>(
      store: store, keyPath: self.keyPath.appending(path: keyPath))
  }

  /// Returns a binding that reads the property and sends a new value as the payload of the case `action`.
  public func sending(_ action: CaseKeyPath<Action, Value>) -> Binding<Value> {
    let path = AnyCasePath(action)
    return Binding(
      get: { store.state[keyPath: keyPath] },
      set: { store.send(path.embed($0)) })
  }
}

/// A wrapper equals another one of the same object, so a view with a `@Bindable` store can be compared.
extension Bindable: Equatable where Value: Equatable {}

// MARK: - Presented children and stacks

extension Bindable {
  /// Returns a binding to the store of a presented child; its value is `nil` while no child is presented.
  ///
  /// Setting it to `nil` sends `.dismiss`, unless another child has replaced the one the binding was made for, so a
  /// sheet that closes slowly cannot dismiss its successor. If the child is still there afterwards, an issue is
  /// reported. Setting it to a store, or after the parent was removed, does nothing; presentation is driven by actions.
  ///
  /// ```swift
  /// let detail = $store.scope(state: \.detail, action: \.detail)
  /// let edit = $store.scope(state: \.destination?.edit, action: \.destination.edit)
  /// if let store = detail.wrappedValue { DetailView(store: store) }
  /// detail.wrappedValue = nil
  /// ```
  ///
  /// - Complexity: O(1) to make, read and set; returns the same store as long as the same child is presented.
  @MainActor
  public func scope<State, Action, ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Binding<Store<ChildState, ChildAction>?> where Value == Store<State, Action> {
    wrappedValue.presentation(
      toChildState, toChildAction,
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Returns a binding to the store of a stack, for drawing and popping its elements.
  ///
  /// ```swift
  /// let path = $store.scope(state: \.path, action: \.path)
  /// for screen in path.wrappedValue.elements() { ScreenView(store: screen) }
  /// path.wrappedValue.pop()
  /// ```
  ///
  /// Setting it does nothing; a stack is changed by its actions.
  ///
  /// - Complexity: O(1); returns the same store each time.
  @MainActor
  public func scope<State, Action, ElementState, ElementAction>(
    state toStack: KeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> Binding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>>
  where Value == Store<State, Action> {
    wrappedValue.stack(toStack, toStackAction)
  }
}

extension Store {
  fileprivate func presentation<ChildState, ChildAction>(
    _ toChildState: KeyPath<State, ChildState?>,
    _ toChildAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    _ location: IssueLocation
  ) -> Binding<Store<ChildState, ChildAction>?> {
    let toPresented = toChildAction.appending(path: \.presented)
    return presentation(toChildState, location) {
      self.scope(state: toChildState, action: toPresented)
    } dismiss: {
      AnyCasePath(toChildAction).embed(.dismiss)
    }
  }

  /// Returns a binding to the store that `child` returns.
  func presentation<ChildState, ChildAction>(
    _ toChildState: KeyPath<State, ChildState?>, _ location: IssueLocation,
    child scoped: @escaping @MainActor () -> Store<ChildState, ChildAction>?,
    dismiss: @escaping @MainActor () -> Action
  ) -> Binding<Store<ChildState, ChildAction>?> {
    let identity = _ChildIdentity<ChildState>.make()
    let presentedID: @MainActor () -> ChildID? = {
      guard var child = self.withState({ $0[keyPath: toChildState] }) else { return nil }
      return identity.of(&child)
    }
    let bound = presentedID()
    return Binding(get: scoped) { store in
      guard store == nil, !self.isRemoved, let child = presentedID(),
        bound == nil || bound == child
      else { return }
      self.send(dismiss())
      guard presentedID() == child else { return }
      location.report(
        "A binding of a presented child was set to nil, but the child is still presented: is an 'ifLet' missing?"
      )
    }
  }

  fileprivate func stack<ElementState, ElementAction>(
    _ toStack: KeyPath<State, StackState<ElementState>>,
    _ toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> Binding<Store<StackState<ElementState>, StackAction<ElementState, ElementAction>>> {
    Binding {
      self.scope(state: toStack, action: toStackAction)
    } set: { _ in
    }
  }
}

// MARK: - Conversions

extension Binding {
  /// Creates a binding to a shared value: `TextField("Name", text: Binding($name))`.
  public nonisolated init(_ base: Shared<Value>) where Value: Sendable {
    self.init(
      get: { base.wrappedValue }, set: { newValue in base.withLock { $0 = newValue } })
  }

  /// Creates a binding to the payload of an optional, or returns `nil` if there is none.
  ///
  /// When the payload is removed, the binding keeps its last value, and setting it has no effect.
  public init?(_ base: Binding<Value?>) {
    guard var last = base.wrappedValue else { return nil }
    self.init {
      if let value = base.wrappedValue { last = value }
      return last
    } set: { newValue in
      guard base.wrappedValue != nil else { return }
      last = newValue
      base.wrappedValue = newValue
    }
  }

  /// Creates a binding to whether an optional has a payload. Setting it to `false` removes the payload.
  public init<Wrapped>(_ base: Binding<Wrapped?>) where Value == Bool {
    self.init {
      base.wrappedValue != nil
    } set: { isPresent in
      if !isPresent { base.wrappedValue = nil }
    }
  }
}

extension Binding where Value: CasePathable {
  /// A binding to the payload of a case, or `nil` if the value is another case: `$destination.name`.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Binding<Member>? {
    let path = Value.allCasePaths[keyPath: keyPath]
    return Binding<Member>(
      Binding<Member?> {
        path.extract(from: wrappedValue)
      } set: { payload in
        if let payload { wrappedValue = path.embed(payload) }
      })
  }
}
