/// A stand-in for a case of an enum, so that `\.case` key paths can be written.
///
/// A key path from `Case<Root>` to `Case<Value>` names a case the way `\Root.property` names a property.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  fileprivate let route: CaseRoute<Value>

  /// The whole value: where each case key path begins.
  public init() {
    route = RootedCaseRoute(AnyCasePath<Value, Value>())
  }

  /// The case that `next` leads to from this one.
  init<Previous>(_ previous: Case<Previous>, appending next: AnyCasePath<Previous, Value>) {
    route = previous.route.appending(next)
  }

  /// The case named `keyPath` of this value.
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

/// Names a case of `Root` whose payload is `Value`: `\.timerTick`, `\.detail.presented`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// Names a case of `Root` whatever its payload.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

// `Case<Value>` must not mention where it began, or `CaseKeyPath` could not be a key path; the root is remembered by
// the dynamic type of the route, so that no payload passes through `Any` on its way.
private class CaseRoute<Value>: @unchecked Sendable {  // immutable, as its one subclass is
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
    // Behind the root itself the next path is all there is, and need not be reached through another.
    let path = path.name.isEmpty ? next as? AnyCasePath<Root, Next> : nil
    return RootedCaseRoute<Root, Next>(path ?? self.path.appending(next))
  }
}
