/// A value that lives elsewhere and can be read and set here: what a control needs of a store.
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

  /// A value that is read by `get` and set by `set`.
  public nonisolated init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }

  /// The same binding again, for `init(name: Binding<String>)` of a type with a property `@Binding var name`.
  public nonisolated init(projectedValue: Binding) {
    self = projectedValue
  }

  /// A value that stays as it is, for trying out a control.
  public nonisolated static func constant(_ value: Value) -> Self where Value: Sendable {
    Binding(get: { value }, set: { _ in })
  }

  /// The value where it lives.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public var projectedValue: Binding { self }

  /// A binding of one property of the value.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    let keyPath = sendable(keyPath)
    return Binding<Member>(
      get: { self.wrappedValue[keyPath: keyPath] },
      set: { self.wrappedValue[keyPath: keyPath] = $0 })
  }
}
