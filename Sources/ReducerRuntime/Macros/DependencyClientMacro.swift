/// Turns a struct of closures into a dependency client whose unimplemented endpoints report their use.
///
/// Each closure becomes a ``DependencyEndpoint(method:)``. The macro adds a memberwise initializer, and an empty one
/// for tests that set only the endpoints they expect to be called.
///
/// ```swift
/// @DependencyClient
/// struct LeaderboardClient: Sendable {
///   var page: @Sendable (_ after: Standing.Cursor?, _ filter: TimeFilter) async throws -> Page
///   var count: @Sendable () -> Int = { 0 }
/// }
/// let page = try await client.page(after: nil, filter: .week)
/// ```
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "ReducerMacros", type: "DependencyClientMacro")

/// Gives a closure property a default value that reports its use, and a method with its argument labels.
///
/// Until it is set, a throwing endpoint reports an issue and throws ``Unimplemented``. Any other endpoint reports an
/// issue and returns the result of its default closure, which is optional only if the endpoint returns `Void`.
///
/// - Parameter method: The name of the method; by default the name of the property.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ReducerMacros", type: "DependencyEndpointMacro")

/// Excludes a closure property from ``DependencyClient()``.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ReducerMacros", type: "MarkerMacro")
