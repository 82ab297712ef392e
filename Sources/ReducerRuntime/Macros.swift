// MARK: - Reducers

/// Turns a struct into a reducer and adds missing declarations.
///
/// - A nested `enum Action` becomes case-pathable, and so does a nested `enum State`.
/// - `body` is built with ``ReducerBuilder``.
/// - An empty `State`, `Action` or `body` is added if none is declared. If `body` is `some Reducer<Favorite.State,
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
/// The macro also turns an enum into a feature that is one of several:
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
/// `State` and `Action` get the same cases with the features' states and actions. `Destination.body` runs each feature
/// on its case, unless a `static var body` is written. A case with no values, or with several, has no feature.
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

// MARK: - Case paths

/// Generates a case path for each case of an enum, so that `\.case` key paths can refer to it.
///
/// ```swift
/// @CasePathable
/// enum Action {
///   case startButtonTapped
///   case history(History.Action)
/// }
/// let path: CaseKeyPath<Action, History.Action> = \.history
/// ```
///
/// Cases may be labeled, indirect, generic, or under `#if`; two cases must not share a name.
@attached(extension, conformances: CasePathable)
@attached(member, names: named(AllCasePaths), named(allCasePaths))
public macro CasePathable() = #externalMacro(module: "ReducerMacros", type: "CasePathableMacro")

// MARK: - State

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

/// Stores an optional child state whose presence drives navigation.
///
/// `$destination` is the ``PresentationState`` behind the property.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Presents var destination: Destination.State?
/// }
/// ```
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`), prefixed(_))
public macro Presents() = #externalMacro(module: "ReducerMacros", type: "PresentsMacro")

// MARK: - Clients

/// Turns a struct of closures into a dependency client whose unimplemented endpoints report their use.
///
/// Each closure becomes a ``DependencyEndpoint(method:)``. The macro adds a memberwise initializer, and one without
/// parameters, for tests that set only the endpoints they expect to be called.
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

/// Gives a closure property a default value that reports its use, and a method with the closure's argument labels.
///
/// Until it is set, a throwing endpoint reports an issue and throws ``Unimplemented``. Any other endpoint reports an
/// issue and returns the result of its default closure; an endpoint that returns `Void` or an optional needs none.
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

// MARK: - Views

/// Adds a method `send(_:)` for view actions to a view with a `store`.
///
/// ```swift
/// @ViewAction(for: WorkoutTimer.self)
/// struct WorkoutTimerView {
///   let store: StoreOf<WorkoutTimer>
///   func keyPressed() { send(.startButtonTapped) }
/// }
/// ```
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "ReducerMacros", type: "ViewActionMacro") where R.Action: ViewAction
