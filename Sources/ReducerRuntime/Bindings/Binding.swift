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

  /// Creates a copy, for `init(name: Binding<String>)` of a type with a property `@Binding var name`.
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
