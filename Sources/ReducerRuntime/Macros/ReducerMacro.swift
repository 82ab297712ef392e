/// Makes a struct a reducer and adds what it leaves unsaid.
///
/// - A nested `enum Action` becomes case-pathable, and so does a nested `enum State`.
/// - `body` is built with ``ReducerBuilder``.
/// - A missing `State`, `Action` or `body` is added, empty.
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
@attached(extension, conformances: Reducer)
@attached(member, names: named(State), named(Action), named(body))
@attached(memberAttribute)
public macro Reducer() = #externalMacro(module: "ReducerMacros", type: "ReducerMacro")
