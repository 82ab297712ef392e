import Testing

@Suite struct ReducerEnumMacroTests {
  @Test func oneFeatureAtATime() {
    assertMacro(
      """
      @Reducer
      public enum Destination {
        case detail(Detail)
        case limited(Detail = Detail(limit: 3))
        case alert(AlertState<Alert>)
        @ReducerCaseEphemeral case toast(Toast)
        case sheet(id: Int, String)
        @ReducerCaseIgnored case plan(Plan)
        case idle
        #if DEBUG
        case debug(Debug)
        #endif
      }
      """,
      expandsTo: #"""
        public enum Destination {
          case detail(Detail)
          case limited(Detail = Detail(limit: 3))
          case alert(AlertState<Alert>)
          case toast(Toast)
          case sheet(id: Int, String)
          case plan(Plan)
          case idle
          #if DEBUG
          case debug(Debug)
          #endif

          @ReducerRuntime.CasePathable
          @dynamicMemberLookup
          @ReducerRuntime.ObservableState
          public enum State: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable, ReducerRuntime.ObservableState, ReducerRuntime.CaseReducerState {
            public typealias StateReducer = Destination
            case detail(Detail.State)
            case limited(Detail.State)
            case alert(AlertState<Alert>)
            case toast(Toast)
            case sheet(id: Int, String)
            case plan(Plan)
            case idle
            #if DEBUG
            case debug(Debug.State)
            #endif
          }

          @ReducerRuntime.CasePathable
          public enum Action: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
            case detail(Detail.Action)
            case limited(Detail.Action)
            case alert(AlertState<Alert>.Action)
            case toast(Toast.Action)
            case sheet(Swift.Never)
            case plan(Swift.Never)
            case idle(Swift.Never)
            #if DEBUG
            case debug(Debug.Action)
            #endif
          }

          public typealias Body = ReducerRuntime.Reduce<Self.State, Self.Action>

          public static var body: Body {
            Body(ReducerRuntime.CombineReducers {
                ReducerRuntime.Scope(
                  state: \ReducerRuntime.Case<Self.State>.detail,
                  action: \ReducerRuntime.Case<Self.Action>.detail
                ) {
                  Detail()
                }
                ReducerRuntime.Scope(
                  state: \ReducerRuntime.Case<Self.State>.limited,
                  action: \ReducerRuntime.Case<Self.Action>.limited
                ) {
                  Detail(limit: 3)
                }
                #if DEBUG
                ReducerRuntime.Scope(
                  state: \ReducerRuntime.Case<Self.State>.debug,
                  action: \ReducerRuntime.Case<Self.Action>.debug
                ) {
                  Debug()
                }
                #endif
              })
          }

          public enum CaseScope {
            case detail(ReducerRuntime.StoreOf<Detail>)
            case limited(ReducerRuntime.StoreOf<Detail>)
            case alert(AlertState<Alert>)
            case toast(Toast)
            case sheet(id: Int, String)
            case plan(Plan)
            case idle
            #if DEBUG
            case debug(ReducerRuntime.StoreOf<Debug>)
            #endif
          }

          @MainActor
          public static func scope(_ store: ReducerRuntime.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case .detail:
              return .detail(store.scope(state: \.detail, action: \.detail)!)
            case .limited:
              return .limited(store.scope(state: \.limited, action: \.limited)!)
            case .alert(let v0):
              return .alert(v0)
            case .toast(let v0):
              return .toast(v0)
            case .sheet(let v0, let v1):
              return .sheet(id: v0, v1)
            case .plan(let v0):
              return .plan(v0)
            case .idle:
              return .idle
            #if DEBUG
            case .debug:
              return .debug(store.scope(state: \.debug, action: \.debug)!)
            #endif
            }
          }

          public static func _dismisses(_ state: Self.State, on action: Self.Action) -> Swift.Bool {
            if case .alert = state, case .alert = action {
              return true
            }
            if case .toast = state, case .toast = action {
              return true
            }
            return false
          }
        }

        extension Destination: ReducerRuntime.CaseReducer, ReducerRuntime.Reducer {
        }
        """#)
  }

  @Test func conformancesAreWrittenOut() {
    assertMacro(
      """
      @Reducer(state: .equatable, .sendable, action: .hashable)
      enum Destination {
        case alert(ConfirmationDialogState<Alert>)
      }
      """,
      expandsTo: """
        enum Destination {
          case alert(ConfirmationDialogState<Alert>)

          @ReducerRuntime.CasePathable
          @dynamicMemberLookup
          @ReducerRuntime.ObservableState
          enum State: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable, ReducerRuntime.ObservableState, ReducerRuntime.CaseReducerState, Swift.Equatable, Swift.Sendable {
            typealias StateReducer = Destination
            case alert(ConfirmationDialogState<Alert>)
          }

          @ReducerRuntime.CasePathable
          enum Action: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable, Swift.Hashable {
            case alert(ConfirmationDialogState<Alert>.Action)
          }

          typealias Body = ReducerRuntime.Reduce<Self.State, Self.Action>

          static var body: Body {
            Body(ReducerRuntime.EmptyReducer<Self.State, Self.Action>())
          }

          enum CaseScope {
            case alert(ConfirmationDialogState<Alert>)
          }

          @MainActor
          static func scope(_ store: ReducerRuntime.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case .alert(let v0):
              return .alert(v0)
            }
          }

          static func _dismisses(_ state: Self.State, on action: Self.Action) -> Swift.Bool {
            if case .alert = state, case .alert = action {
              return true
            }
            return false
          }
        }

        extension Destination: ReducerRuntime.CaseReducer, ReducerRuntime.Reducer {
        }
        """)
  }

  @Test func writtenStateAndActionStay() {
    assertMacro(
      """
      @Reducer
      enum Destination {
        enum State {
        }
        enum Action {
        }
      }
      """,
      expandsTo: """
        enum Destination {
          @ReducerRuntime.CasePathable @dynamicMemberLookup
          enum State {
          }
          @ReducerRuntime.CasePathable
          enum Action {
          }

          typealias Body = ReducerRuntime.Reduce<Self.State, Self.Action>

          static var body: Body {
            Body(ReducerRuntime.EmptyReducer<Self.State, Self.Action>())
          }

          enum CaseScope {

          }

          @MainActor
          static func scope(_ store: ReducerRuntime.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {

            }
          }
        }

        extension Destination: ReducerRuntime.CaseReducer, ReducerRuntime.Reducer {
        }
        """)
  }

  @Test func writtenBodyStays() {
    assertMacro(
      """
      @Reducer
      enum Destination {
        static var body: some ReducerOf<Self> {
          Reduce { state, action in .none }
        }
      }
      """,
      expandsTo: """
        enum Destination {
          @ReducerRuntime.ReducerBuilder<Self.State, Self.Action>
          static var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }

          @ReducerRuntime.CasePathable
          @dynamicMemberLookup
          @ReducerRuntime.ObservableState
          enum State: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable, ReducerRuntime.ObservableState, ReducerRuntime.CaseReducerState {
            typealias StateReducer = Destination

          }

          @ReducerRuntime.CasePathable
          enum Action: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {

          }

          enum CaseScope {

          }

          @MainActor
          static func scope(_ store: ReducerRuntime.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {

            }
          }
        }

        extension Destination: ReducerRuntime.CaseReducer, ReducerRuntime.Reducer {
        }
        """)
  }

  @Test func structsConformByThemselves() {
    assertMacro(
      """
      @Reducer(state: .equatable)
      struct Feature {
      }
      """,
      diagnostics: [
        "1:10 error: '@Reducer' writes the state and action of an enum only;"
          + " let a struct's conform by themselves"
      ])
  }
}
