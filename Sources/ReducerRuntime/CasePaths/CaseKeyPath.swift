/// A stand-in for a case of an enum, which makes `\.case` key paths possible.
///
/// A key path from `Case<Root>` to `Case<Value>` names a case the way `\Root.property` names a property.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  fileprivate let route: CaseRoute<Value>

  /// Creates the stand-in for a whole value, the root of each case key path.
  public init() {
    route = RootedCaseRoute(AnyCasePath<Value, Value>())
  }

  /// Creates the stand-in for the case at the end of `next`, starting from another case.
  init<Previous>(_ previous: Case<Previous>, appending next: AnyCasePath<Previous, Value>) {
    route = previous.route.appending(next)
  }

  /// The case at `keyPath` of this value.
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next>>
  ) -> Case<Next> where Value: CasePathable {
    Case<Next>(self, appending: Value.allCasePaths[keyPath: keyPath])
  }

  func path<Root>(from: Root.Type) -> AnyCasePath<Root, Value> {
    guard let rooted = route as? RootedCaseRoute<Root, Value> else {
      preconditionFailure("A case key path must begin at Case<\(Root.self)>()")
    }
    return rooted.path
  }
}

/// A key path to a case of `Root` whose payload is `Value`: `\.timerTick`, `\.detail.presented`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A key path to a case of `Root` with any payload.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

// `Case<Value>` must not mention its root type, or `CaseKeyPath` could not be a key path. The dynamic type of the
// route carries the root type, so no payload is boxed in `Any`.
private class CaseRoute<Value>: @unchecked Sendable {  // immutable, like its only subclass
  func appending<Next>(_ next: AnyCasePath<Value, Next>) -> CaseRoute<Next> {
    preconditionFailure("A case route always has a root")
  }
}

private final class RootedCaseRoute<Root, Value>: CaseRoute<Value>, @unchecked Sendable {
  let path: AnyCasePath<Root, Value>

  init(_ path: AnyCasePath<Root, Value>) {
    self.path = path
  }

  override func appending<Next>(_ next: AnyCasePath<Value, Next>) -> CaseRoute<Next> {
    // After the identity path, the next path alone is enough.
    let path = path.name.isEmpty ? next as? AnyCasePath<Root, Next> : nil
    return RootedCaseRoute<Root, Next>(path ?? self.path.appending(next))
  }
}

extension KeyPath {
  /// Returns a value of the case with a payload: `let action = \Action.Cases.response(value)`.
  public func callAsFunction<Enum, Payload>(_ value: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(value)
  }

  /// Returns a value of a case without payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

/// A case with an erased payload type.
protocol ErasedCase {
  /// Returns whether `root` is the case.
  func matches<Root>(_ root: Root) -> Bool
}

extension Case: ErasedCase {
  func matches<Root>(_ root: Root) -> Bool { path(from: Root.self).extract(from: root) != nil }
}

// MARK: - Sendable key paths

/// Returns the key path of a dynamic member as `Sendable`.
///
/// `@dynamicMemberLookup` cannot require a sendable key path. Key paths are immutable, and non-sendable only because
/// of captured subscript arguments; the key path of a member captures nothing.
func sendable<Root, Value>(
  _ keyPath: WritableKeyPath<Root, Value>
) -> any WritableKeyPath<Root, Value> & Sendable {
  unsafeBitCast(keyPath, to: (any WritableKeyPath<Root, Value> & Sendable).self)
}

/// Returns the read-only key path of a dynamic member as `Sendable`.
func sendable<Root, Value>(
  _ keyPath: KeyPath<Root, Value>
) -> any KeyPath<Root, Value> & Sendable {
  unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}

/// A hashable static string, for use as a subscript argument in a key path.
public struct _HashableStaticString: ExpressibleByStringLiteral, Hashable, Sendable {
  let value: StaticString

  public init(stringLiteral value: StaticString) {
    self.value = value
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.value.description == rhs.value.description
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(value.description)
  }
}
