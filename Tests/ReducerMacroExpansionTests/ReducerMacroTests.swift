import ReducerMacroExpansion
import Testing

@Suite struct ReducerMacroTests {
  @Test func `a reducer's parts get their attributes`() {
    assertMacro(
      """
      @Reducer
      struct Login {
        enum State: Equatable {
          case signedIn
        }
        enum Action {
          case tapped
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      expandsTo: """
        struct Login {
          @ReducerRuntime.CasePathable @dynamicMemberLookup
          enum State: Equatable {
            case signedIn
          }
          @ReducerRuntime.CasePathable
          enum Action {
            case tapped
          }
          @ReducerRuntime.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Login: ReducerRuntime.Reducer {
        }
        """)
  }

  @Test func `declared parts are kept`() {
    assertMacro(
      """
      @Reducer
      struct Login: Reducer {
        typealias State = Int
        @CasePathable enum Action {
        }
        @ReducerBuilder<Int, Action> var body: some Reducer<Int, Action> {
          EmptyReducer()
        }
      }
      """,
      expandsTo: #"""
        struct Login: Reducer {
          typealias State = Int
          enum Action {

            struct AllCasePaths: Swift.Sendable {

            }

            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
          @ReducerBuilder<Int, Action> var body: some Reducer<Int, Action> {
            EmptyReducer()
          }
        }

        extension Login.Action: ReducerRuntime.CasePathable {
        }

        extension Login: ReducerRuntime.Reducer {
        }
        """#)
  }

  @Test func `an empty feature gets all parts`() {
    assertMacro(
      """
      @Reducer
      public struct AppInfo {
      }
      """,
      expandsTo: """
        public struct AppInfo {

          @ReducerRuntime.ObservableState
          public struct State: ReducerRuntime.ObservableState, Swift.Codable, Swift.Equatable, Swift.Hashable, Swift.Sendable {
            public init() {
            }
          }

          @ReducerRuntime.CasePathable
          public enum Action: ReducerRuntime.CasePathable, Swift.Equatable, Swift.Hashable, Swift.Sendable {
          }

          public let body = ReducerRuntime.EmptyReducer<State, Action>()
        }

        extension AppInfo: ReducerRuntime.Reducer {
        }
        """)
  }

  @Test func `the type of a body determines State and Action`() {
    assertMacro(
      """
      @Reducer
      struct Analytics<Base: Reducer> {
        typealias State = Base.State
        typealias Action = Base.Action
        var body: some Reducer<Base.State, Base.Action> { EmptyReducer() }
      }
      @Reducer
      struct Logging<Base: Reducer> {
        typealias State = Base.State
        typealias Action = Base.Action
        var body: some ReducerOf<Base> { EmptyReducer() }
      }
      """,
      expandsTo: """
        struct Analytics<Base: Reducer> {
          typealias State = Base.State
          typealias Action = Base.Action
          @ReducerRuntime.ReducerBuilder<Base.State, Base.Action>
          var body: some Reducer<Base.State, Base.Action> { EmptyReducer() }
        }
        struct Logging<Base: Reducer> {
          typealias State = Base.State
          typealias Action = Base.Action
          @ReducerRuntime.ReducerBuilder<Base.State, Base.Action>
          var body: some ReducerOf<Base> { EmptyReducer() }
        }

        extension Analytics: ReducerRuntime.Reducer {
        }

        extension Logging: ReducerRuntime.Reducer {
        }
        """)
  }

  @Test func `the value of a body determines State and Action`() {
    assertMacro(
      """
      @Reducer
      struct Favoriting<ID> {
        var body: some Reducer<Favorite<ID>, FavoriteAction> { Reduce { $0.isFavorite.toggle() } }
      }
      @Reducer
      struct Wrapper {
        var body: some ReducerOf<Login> { Login() }
      }
      @Reducer
      struct Generic<State, Action> {
        var body: some Reducer<State, Action> { EmptyReducer() }
      }
      @Reducer
      struct Numbers {
        let body = EmptyReducer<Int, Int>()
      }
      """,
      expandsTo: """
        struct Favoriting<ID> {
          @ReducerRuntime.ReducerBuilder<Favorite<ID>, FavoriteAction>
          var body: some Reducer<Favorite<ID>, FavoriteAction> { Reduce { $0.isFavorite.toggle() } }
        }
        struct Wrapper {
          @ReducerRuntime.ReducerBuilder<Login.State, Login.Action>
          var body: some ReducerOf<Login> { Login() }
        }
        struct Generic<State, Action> {
          @ReducerRuntime.ReducerBuilder<State, Action>
          var body: some Reducer<State, Action> { EmptyReducer() }
        }
        struct Numbers {
          let body = EmptyReducer<Int, Int>()
        }

        extension Favoriting: ReducerRuntime.Reducer {
        }

        extension Wrapper: ReducerRuntime.Reducer {
        }

        extension Generic: ReducerRuntime.Reducer {
        }

        extension Numbers: ReducerRuntime.Reducer {
        }
        """)
  }

  @Test func `a reduce method replaces the body`() {
    assertMacro(
      """
      @Reducer
      struct Counter {
        struct State {}
        enum Action {}
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }
      """,
      expandsTo: """
        struct Counter {
          struct State {}
          @ReducerRuntime.CasePathable
          enum Action {}
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }

        extension Counter: ReducerRuntime.Reducer {
        }
        """)
  }

  @Test func `a reducer must be a struct or an enum`() {
    assertMacro(
      """
      @Reducer
      final class Counter {
      }
      """,
      expandsTo: """
        final class Counter {
        }
        """,
      diagnostics: [
        "1:1 error: '@Reducer' cannot be applied to class type 'Counter'; a reducer is a struct, or an enum of reducers"
      ])
  }

  @Test func `body and reduce exclude each other`() {
    assertMacro(
      """
      @Reducer
      struct Counter {
        struct State {}
        enum Action {}
        var body: some ReducerOf<Self> { EmptyReducer() }
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }
      """,
      diagnostics: [
        "6:8 error: a reducer has either 'body' or 'reduce(into:action:)': with both, 'body' is never run"
      ])
  }

  @Test func `state that is used must be declared`() {
    assertMacro(
      """
      @Reducer
      struct Counter {
        /// What happened.
        enum Action { case tapped }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            state.count += 1
            return .none
          }
        }
      }
      """,
      diagnostics: [
        "7:7 error: 'Counter' uses 'state.count', but declares no 'State'",
        "fix-it: Add a 'State'",
      ],
      fixed: """
        @Reducer
        struct Counter {
          @ObservableState
          struct State {
          }
          /// What happened.
          enum Action { case tapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              state.count += 1
              return .none
            }
          }
        }
        """)
  }
}

@Test func `macros are found by type name`() {
  for (name, type) in reducerMacros { #expect(String(describing: type) == name) }
}

@Suite struct ViewActionMacroTests {
  @Test func `a view with a store sends view actions`() {
    assertMacro(
      """
      @ViewAction(for: Timer.self)
      struct TimerView {
        @Bindable var store: StoreOf<Timer>
      }
      """,
      expandsTo: """
        struct TimerView {
          @Bindable var store: StoreOf<Timer>
        }

        extension TimerView: ReducerRuntime.ViewActionSending {
        }
        """)
  }

  @Test func `a view without a store is rejected`() {
    assertMacro(
      """
      @ViewAction(for: Timer.self)
      struct TimerView {}
      """,
      diagnostics: [
        "1:1 error: '@ViewAction' needs a property 'store' in struct type 'TimerView'"
      ])
  }
}
