/// Makes a struct of closures a client whose unset endpoints report their use.
///
/// Each closure becomes a ``DependencyEndpoint(method:)``. An initializer that takes them all is added, and an empty one
/// for tests that set only what they expect to be called.
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

/// Gives a closure property a value that reports its use, and a method with its labels.
///
/// Until it is set, a throwing endpoint reports and throws ``Unimplemented``; any other reports and returns what its
/// default closure returns, which only an endpoint that returns nothing may leave out.
///
/// - Parameter method: The method's name; the property's when left out.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "ReducerMacros", type: "DependencyEndpointMacro")

/// Keeps ``DependencyClient()`` from making a closure property an endpoint.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "ReducerMacros", type: "MarkerMacro")
