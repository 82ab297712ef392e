/// A key path that a dynamic member was looked up by, as `Sendable`.
///
/// `@dynamicMemberLookup` cannot ask for a sendable key path. Key paths are immutable; one is not sendable only for
/// what it captures as arguments of a subscript, and the key path of a member's name captures nothing.
func sendable<Root, Value>(
  _ keyPath: WritableKeyPath<Root, Value>
) -> any WritableKeyPath<Root, Value> & Sendable {
  unsafeBitCast(keyPath, to: (any WritableKeyPath<Root, Value> & Sendable).self)
}

/// As above, for a key path that only reads.
func sendable<Root, Value>(
  _ keyPath: KeyPath<Root, Value>
) -> any KeyPath<Root, Value> & Sendable {
  unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
