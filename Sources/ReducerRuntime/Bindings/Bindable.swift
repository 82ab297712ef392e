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
