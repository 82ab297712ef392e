/// Has a struct or enum of state tell who reads and who changes its properties.
///
/// Every stored `var` of a struct is tracked, but for those marked ``ObservationStateIgnored()`` and those with a
/// property wrapper or macro of their own, such as ``Presents()``. An enum's identity is its payload's.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   var reps = 0
///   @ObservationStateIgnored var lastTick: ContinuousClock.Instant?
/// }
/// ```
@attached(extension, conformances: ObservableState)
@attached(
  member, names: named(_$observationRegistrar), named(_$id), named(_$willModify), named(_$storage))
@attached(memberAttribute)
public macro ObservableState() =
  #externalMacro(module: "ReducerMacros", type: "ObservableStateMacro")

/// Has each access of a property told to the state's registrar.
///
/// ``ObservableState()`` puts it where it belongs; it is not for writing by hand. A property is known to the registrar
/// by the 32-bit FNV-1a hash of its name.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked() =
  #externalMacro(module: "ReducerMacros", type: "ObservationStateTrackedMacro")

/// Keeps ``ObservableState()`` from tracking a property: nothing is told when it is read or changed.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "ReducerMacros", type: "MarkerMacro")
