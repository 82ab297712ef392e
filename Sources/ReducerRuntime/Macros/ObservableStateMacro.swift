/// Makes the properties of a state struct or enum observable.
///
/// Every stored `var` of a struct is tracked, except those marked ``ObservationStateIgnored()`` and those with a
/// property wrapper or macro of their own, such as ``Presents()``. The identity of an enum is that of its payload.
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

/// Reports each access of a property to the state's registrar.
///
/// ``ObservableState()`` adds it; do not write it by hand. The registrar identifies a property by the 32-bit FNV-1a
/// hash of its name.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked() =
  #externalMacro(module: "ReducerMacros", type: "ObservationStateTrackedMacro")

/// Excludes a property from ``ObservableState()``: reads and writes are not observed.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "ReducerMacros", type: "MarkerMacro")
