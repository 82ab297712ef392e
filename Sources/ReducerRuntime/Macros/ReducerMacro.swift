/// Makes a struct a reducer and adds what it leaves unsaid.
///
/// - A nested `enum Action` becomes case-pathable, and so does a nested `enum State`.
/// - `body` is built with ``ReducerBuilder``.
/// - A missing `State`, `Action` or `body` is added, empty. A `body` of `some Reducer<Favorite.State, Favorite.Action>`
///   or `some ReducerOf<Favorite>` says which they are.
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
/// On an enum it makes one feature of several, of which one at a time is there:
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
/// `State` and `Action` have the same cases with the features' states and actions, and `Destination.body` runs each
/// feature on its case, unless a `static var body` is written. A case with several values, or none, holds no feature.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member, names: named(State), named(Action), named(Body), named(body), named(CaseScope),
  named(_scope), named(_dismisses))
@attached(memberAttribute)
public macro Reducer() = #externalMacro(module: "ReducerMacros", type: "ReducerMacro")

/// Makes an enum of features a reducer, and has its state and action conform to what is named.
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

/// Says that a case of a `@Reducer` enum holds plain values and no feature.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ReducerMacros", type: "MarkerMacro")

/// Says that a case of a `@Reducer` enum holds state that any of its actions dismisses, as an alert does.
///
/// `AlertState` and `ConfirmationDialogState` need not be marked.
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ReducerMacros", type: "MarkerMacro")
