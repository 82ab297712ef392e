import Testing

@Suite struct ReducerEnumMacroTests {
  @Test func `an enum of features holds one feature at a time`() {
    assertMacro(
      """
      @Reducer(state: .equatable, .sendable, action: .hashable)
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
        @available(*, unavailable)
        case old(Detail)
        @available(*, unavailable)
        case lost(AlertState<Never>)
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
          @available(*, unavailable)
          case old(Detail)
          @available(*, unavailable)
          case lost(AlertState<Never>)

          @ReducerRuntime.CasePathable
          @dynamicMemberLookup
          @ReducerRuntime.ObservableState
          public enum State: ReducerRuntime.CasePathable, ReducerRuntime.ObservableState, ReducerRuntime.CaseReducerState, Swift.Equatable, Swift.Sendable {
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
            @available(*, unavailable)
            case old(Detail.State)
            @available(*, unavailable)
            case lost(AlertState<Never>)
            public var _$payload: ReducerRuntime._CasePayload<Self>? {
              if case .detail(let v0) = self {
                return ReducerRuntime._CasePayload(v0, at: Self.allCasePaths.detail, index: 0)
              }
              if case .limited(let v0) = self {
                return ReducerRuntime._CasePayload(v0, at: Self.allCasePaths.limited, index: 1)
              }
              #if DEBUG
              if case .debug(let v0) = self {
                return ReducerRuntime._CasePayload(v0, at: Self.allCasePaths.debug, index: 7)
              }
              #endif
              return nil
            }
          }

          @ReducerRuntime.CasePathable
          public enum Action: ReducerRuntime.CasePathable, Swift.Hashable {
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
            @available(*, unavailable)
            case old(Detail.Action)
            @available(*, unavailable)
            case lost(AlertState<Never>.Action)
          }

          public typealias Body = ReducerRuntime._CaseReducers<Self.State, Self.Action>

          public static var body: Body {
            Body { cases in
              cases.run(
                0, Self.State.allCasePaths.detail, Self.Action.allCasePaths.detail
              ) {
                Detail()
              }
              cases.run(
                1, Self.State.allCasePaths.limited, Self.Action.allCasePaths.limited
              ) {
                Detail(limit: 3)
              }
              #if DEBUG
              cases.run(
                7, Self.State.allCasePaths.debug, Self.Action.allCasePaths.debug
              ) {
                Debug()
              }
              #endif
            }
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
            @available(*, unavailable)
            case old(ReducerRuntime.StoreOf<Detail>)
            @available(*, unavailable)
            case lost(AlertState<Never>)
          }

          @MainActor
          public static func _scope(_ store: ReducerRuntime._StoreCase<Self.State, Self.Action>) -> CaseScope {
            if let v0 = store.scope(0, state: \.detail, action: \.detail) {
              return .detail(v0)
            }
            if let v0 = store.scope(1, state: \.limited, action: \.limited) {
              return .limited(v0)
            }
            if case .alert(let v0) = store.state {
              return .alert(v0)
            }
            if case .toast(let v0) = store.state {
              return .toast(v0)
            }
            if case .sheet(let v0, let v1) = store.state {
              return .sheet(id: v0, v1)
            }
            if case .plan(let v0) = store.state {
              return .plan(v0)
            }
            if case .idle = store.state {
              return .idle
            }
            #if DEBUG
            if let v0 = store.scope(7, state: \.debug, action: \.debug) {
              return .debug(v0)
            }
            #endif
            Swift.preconditionFailure("An enum is one of its cases")
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

  @Test func `declared State and Action are kept`() {
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

          typealias Body = ReducerRuntime._CaseReducers<Self.State, Self.Action>

          static var body: Body {
            Body { cases in

            }
          }

          enum CaseScope {

          }

          @MainActor
          static func _scope(_ store: ReducerRuntime._StoreCase<Self.State, Self.Action>) -> CaseScope {

            Swift.preconditionFailure("An enum is one of its cases")
          }
        }

        extension Destination: ReducerRuntime.CaseReducer, ReducerRuntime.Reducer {
        }
        """)
  }

  @Test func `conformance arguments are rejected on a struct`() {
    assertMacro(
      """
      @Reducer(state: .equatable)
      struct Feature {
      }
      """,
      diagnostics: [
        "1:10 error: '@Reducer' takes conformances only for an enum;"
          + " declare a struct's conformances yourself"
      ])
  }
}
