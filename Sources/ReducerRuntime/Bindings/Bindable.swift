/// Makes bindings of what an object, usually a store, keeps.
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

  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  public init(_ wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  public init(projectedValue: Bindable) {
    self = projectedValue
  }

  public var projectedValue: Bindable { self }

  /// A binding of one property of the object.
  @MainActor
  public subscript<Member>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> where Value: AnyObject {
    Binding(
      get: { wrappedValue[keyPath: keyPath] }, set: { wrappedValue[keyPath: keyPath] = $0 })
  }

  /// A property of a store's state, to be set by an action: `$store.tab.sending(\.tabSelected)`.
  @MainActor
  @_disfavoredOverload
  public subscript<State, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> _StoreBindable<State, Action, Member> where Value == Store<State, Action> {
    _StoreBindable(store: wrappedValue, keyPath: keyPath)
  }
}

/// A property of a store's state that lacks the action to set it by.
@MainActor
@dynamicMemberLookup
public struct _StoreBindable<State, Action, Value> {
  let store: Store<State, Action>
  let keyPath: KeyPath<State, Value>

  /// A property of this one.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> _StoreBindable<State, Action, Member> {
    _StoreBindable<State, Action, Member>(
      store: store, keyPath: self.keyPath.appending(path: keyPath))
  }

  /// A binding that reads the property and, to set it, sends the new value in the case `action`.
  public func sending(_ action: CaseKeyPath<Action, Value>) -> Binding<Value> {
    let path = AnyCasePath(action)
    return Binding(
      get: { store.state[keyPath: keyPath] },
      set: { store.send(path.embed($0)) })
  }
}
