import Testing

@Suite struct CasePathableMacroTests {
  @Test func `a bounded action has paths to the actions of its children`() {
    assertMacro(
      """
      @CasePathable
      enum Action: BoundedAction {
        enum InternalAction {
          case loaded
          case child(Child.Action)
          case row(action: Row.Action)
        }
        case view(ViewAction)
        case delegate(DelegateAction)
        case _internal(InternalAction)
      }
      """,
      expandsTo: """
        enum Action: BoundedAction {
          enum InternalAction {
            case loaded
            case child(Child.Action)
            case row(action: Row.Action)
          }
          case view(ViewAction)
          case delegate(DelegateAction)
          case _internal(InternalAction)

          struct AllCasePaths: ReducerRuntime.BoundedCasePaths, Swift.Sendable {
            var view: ReducerRuntime.AnyCasePath<Action, ViewAction> {
              ReducerRuntime.AnyCasePath<Action, ViewAction>(
                embed: Action.view,
                extract: {
                  guard case .view(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var delegate: ReducerRuntime.AnyCasePath<Action, DelegateAction> {
              ReducerRuntime.AnyCasePath<Action, DelegateAction>(
                embed: Action.delegate,
                extract: {
                  guard case .delegate(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var _internal: ReducerRuntime.AnyCasePath<Action, InternalAction> {
              ReducerRuntime.AnyCasePath<Action, InternalAction>(
                embed: Action._internal,
                extract: {
                  guard case ._internal(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            func _$childPath(named name: Swift.String) -> Any? {
              if name == "child" {
                return ReducerRuntime.AnyCasePath<Action, Child.Action>(
                  embed: {
                    ._internal(.child($0))
                  },
                  extract: {
                    guard case ._internal(.child(let v0)) = $0 else {
                      return nil
                    }
                    return v0
                  },
                  name: "_internal.child"
                )
              }
              if name == "row" {
                return ReducerRuntime.AnyCasePath<Action, Row.Action>(
                  embed: {
                    ._internal(.row(action: $0))
                  },
                  extract: {
                    guard case ._internal(.row(let v0)) = $0 else {
                      return nil
                    }
                    return v0
                  },
                  name: "_internal.row"
                )
              }
              return nil
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: ReducerRuntime.CasePathable {
        }
        """)
  }

  @Test func `a case path keeps the conditional availability of its case`() {
    assertMacro(
      """
      @CasePathable
      enum Action {
        #if os(Linux)
          @available(*, deprecated)
        #endif
        case old
      }
      """,
      expandsTo: """
        enum Action {
          #if os(Linux)
            @available(*, deprecated)
          #endif
          case old

          struct AllCasePaths: Swift.Sendable {
            #if os(Linux)
            @available(*, deprecated)
            #endif
            var old: ReducerRuntime.AnyCasePath<Action, Swift.Void> {
              ReducerRuntime.AnyCasePath<Action, Swift.Void>(
                embed: { _ in
                  Action.old
                },
                extract: {
                  guard case .old = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: ReducerRuntime.CasePathable {
        }
        """)
  }

  @Test func `each case has a case path`() {
    assertMacro(
      """
      @CasePathable
      public enum Action {
        case tick
        case setReps(Int)
        case moved(from: Int, to: Self, Bool = true)
      }
      """,
      expandsTo: #"""
        public enum Action {
          case tick
          case setReps(Int)
          case moved(from: Int, to: Self, Bool = true)

          public struct AllCasePaths: Swift.Sendable {
            public var tick: ReducerRuntime.AnyCasePath<Action, Swift.Void> {
              ReducerRuntime.AnyCasePath<Action, Swift.Void>(
                embed: { _ in
                  Action.tick
                },
                extract: {
                  guard case .tick = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            public var setReps: ReducerRuntime.AnyCasePath<Action, Int> {
              ReducerRuntime.AnyCasePath<Action, Int>(
                embed: Action.setReps,
                extract: {
                  guard case .setReps(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            public var moved: ReducerRuntime.AnyCasePath<Action, (from: Int, to: Action, Bool)> {
              ReducerRuntime.AnyCasePath<Action, (from: Int, to: Action, Bool)>(
                embed: {
                  Action.moved(from: $0.0, to: $0.1, $0.2)
                },
                extract: {
                  guard case .moved(let v0, let v1, let v2) = $0 else {
                    return nil
                  }
                  return (v0, v1, v2)
                }
              )
            }
          }

          public static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: ReducerRuntime.CasePathable {
        }
        """#)
  }

  @Test func `an enum in a public extension has public case paths`() {
    assertMacro(
      """
      public extension Feature {
        @CasePathable enum Action {
          case a
        }
        @CasePathable internal enum Other {
        }
      }
      """,
      expandsTo: #"""
        public extension Feature {
          enum Action {
            case a

            public struct AllCasePaths: Swift.Sendable {
              public var a: ReducerRuntime.AnyCasePath<Action, Swift.Void> {
                ReducerRuntime.AnyCasePath<Action, Swift.Void>(
                  _embed: { _ in
                    Action.a
                  },
                  _extract: {
                    guard case .a = $0 else {
                      return nil
                    }
                    return ()
                  }
                )
              }
            }

            public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
          internal enum Other {

            struct AllCasePaths: Swift.Sendable {

            }

            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
        }

        extension Feature.Action: ReducerRuntime.CasePathable {
        }

        extension Feature.Other: ReducerRuntime.CasePathable {
        }
        """#)
  }

  @Test func `a state's payload is changed without a copy`() {
    assertMacro(
      """
      @CasePathable
      @ObservableState
      enum State {
        case row(id: Row)
        case pair(Int, Int)
      }
      """,
      expandsTo: #"""
        enum State {
          case row(id: Row)
          case pair(Int, Int)

          struct AllCasePaths: Swift.Sendable {
            var row: ReducerRuntime.AnyCasePath<State, Row> {
              ReducerRuntime.AnyCasePath<State, Row>(
                embed: State.row(id:),
                extract: {
                  guard case .row(let v0) = $0 else {
                    return nil
                  }
                  return v0
                },
                change: { root, operation in
                  guard case .row = root.pointee else {
                    return false
                  }
                  guard case .row(var v0) = root.move() else {
                    Swift.preconditionFailure()
                  }
                  operation(&v0)
                  root.initialize(to: State.row(id: v0))
                  return true
                }
              )
            }
            var pair: ReducerRuntime.AnyCasePath<State, (Int, Int)> {
              ReducerRuntime.AnyCasePath<State, (Int, Int)>(
                embed: {
                  State.pair($0.0, $0.1)
                },
                extract: {
                  guard case .pair(let v0, let v1) = $0 else {
                    return nil
                  }
                  return (v0, v1)
                }
              )
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }

          var _$id: ReducerRuntime.ObservableStateID {
            switch self {
            case .row(let v0):
              return ReducerRuntime.ObservableStateID._$id(for: v0)._$tag(0)
            case .pair:
              return ReducerRuntime.ObservableStateID._$inert._$tag(1)
            }
          }

          mutating func _$willModify() {
            switch self {
            case .row(var v0):
              ReducerRuntime._$willModify(&v0)
              self = .row(id: v0)
            case .pair:
              break
            }
          }
        }

        extension State: ReducerRuntime.CasePathable {
        }

        extension State: ReducerRuntime.ObservableState {
        }
        """#)
  }

  @Test func `only enums have cases`() {
    assertMacro(
      """
      @CasePathable
      struct State {
      }
      """,
      expandsTo: """
        struct State {
        }
        """,
      diagnostics: [
        "1:1 error: '@CasePathable' cannot be applied to struct type 'State'; only an enum has cases"
      ])
  }

  @Test func `cases with the same name are rejected`() {
    assertMacro(
      """
      @CasePathable
      enum Action {
        case set(reps: Int)
        #if DEBUG
        case log
        #else
        case log(String)
        #endif
        case set(time: Int), log
      }
      """,
      diagnostics: [
        "9:8 error: '@CasePathable' cannot tell cases named 'set' apart; give each its own name",
        "9:24 error: '@CasePathable' cannot tell cases named 'log' apart; give each its own name",
      ])
  }
}
