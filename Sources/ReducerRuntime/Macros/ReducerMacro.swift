/// Turns a struct into a reducer and adds missing declarations.
///
/// - A nested `enum Action` becomes case-pathable, and so does a nested `enum State`.
/// - `body` is built with ``ReducerBuilder``.
/// - A missing `State`, `Action` or `body` is added, empty. If `body` is `some Reducer<Favorite.State,
///   Favorite.Action>` or `some ReducerOf<Favorite>`, those types are used.
///
/// ```swift
/// @Reducer
/// struct Counter {
///   @ObservableState
///   struct State: Equatable { var count = 0 }
///   enum Action { case incrementButtonTapped }
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       state.count += 1
///       return .none
///     }
///   }
/// }
/// ```
///
/// Turns an enum into a feature that is one of several:
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case detail(Detail)
///   case alert(AlertState<Alert>)
/// }
/// extension Destination.State: Equatable {}
/// ```
///
/// `State` and `Action` get the same cases with the features' states and actions. `Destination.body` runs each
/// feature on its case, unless a `static var body` is written. A case with several values, or none, holds no feature.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member, names: named(State), named(Action), named(Body), named(body), named(CaseScope),
  named(_scope), named(_dismisses))
@attached(memberAttribute)
public macro Reducer() = #externalMacro(module: "ReducerMacros", type: "ReducerMacro")

/// Turns an enum of features into a reducer, and makes its state and action conform to the listed protocols.
///
/// ```swift
/// @Reducer(state: .equatable, .sendable, action: .equatable)
/// enum Destination { … }
/// ```
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member, names: named(State), named(Action), named(Body), named(body), named(CaseScope),
  named(_scope), named(_dismisses))
@attached(memberAttribute)
public macro Reducer(
  state: SynthesizedConformance..., action: SynthesizedConformance...
) = #externalMacro(module: "ReducerMacros", type: "ReducerMacro")

/// Marks a case of a `@Reducer` enum that holds plain values instead of a feature.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

/// Marks a case of a `@Reducer` enum whose state is dismissed by any of its actions, like an alert.
///
/// `AlertState` and `ConfirmationDialogState` need no mark.
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ReducerMacros", type: "MarkerMacro")
