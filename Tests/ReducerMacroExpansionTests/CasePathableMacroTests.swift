import Testing

@Suite struct CasePathableMacroTests {
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

          public struct AllCasePaths: ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            public subscript(root: Action) -> ReducerRuntime.PartialCaseKeyPath<Action> {
              if case .tick = root {
                return \.tick
              }
              if case .setReps = root {
                return \.setReps
              }
              if case .moved = root {
                return \.moved
              }
              Swift.preconditionFailure("An enum is one of its cases")
            }
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
            public func makeIterator() -> Swift.IndexingIterator<[ReducerRuntime.PartialCaseKeyPath<Action>]> {
              var paths: [ReducerRuntime.PartialCaseKeyPath<Action>] = []
              paths.append(\.tick)
              paths.append(\.setReps)
              paths.append(\.moved)
              return paths.makeIterator()
            }
          }

          public static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
        }
        """#)
  }

  @Test func `conditions and backticks are kept`() {
    assertMacro(
      """
      @CasePathable
      enum Action<Value> {
        #if DEBUG
        case `default`(_ id: Value?)
        #else
        case `default`, other
        #endif
        #if os(Linux)
        func notACase() {}
        #endif
      }
      """,
      expandsTo: #"""
        enum Action<Value> {
          #if DEBUG
          case `default`(_ id: Value?)
          #else
          case `default`, other
          #endif
          #if os(Linux)
          func notACase() {}
          #endif

          struct AllCasePaths: ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            subscript(root: Action) -> ReducerRuntime.PartialCaseKeyPath<Action> {
              #if DEBUG
              if case .`default` = root {
                return \.`default`
              }
              #else
              if case .`default` = root {
                return \.`default`
              }
              if case .other = root {
                return \.other
              }
              #endif
              Swift.preconditionFailure("An enum is one of its cases")
            }
            #if DEBUG
            var `default`: ReducerRuntime.AnyCasePath<Action, Value?> {
              ReducerRuntime.AnyCasePath<Action, Value?>(
                _embed: Action.`default`,
                _extract: {
                  guard case .`default`(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            #else
            var `default`: ReducerRuntime.AnyCasePath<Action, Swift.Void> {
              ReducerRuntime.AnyCasePath<Action, Swift.Void>(
                _embed: { _ in
                  Action.`default`
                },
                _extract: {
                  guard case .`default` = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            var other: ReducerRuntime.AnyCasePath<Action, Swift.Void> {
              ReducerRuntime.AnyCasePath<Action, Swift.Void>(
                _embed: { _ in
                  Action.other
                },
                _extract: {
                  guard case .other = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            #endif
            func makeIterator() -> Swift.IndexingIterator<[ReducerRuntime.PartialCaseKeyPath<Action>]> {
              var paths: [ReducerRuntime.PartialCaseKeyPath<Action>] = []
              #if DEBUG
              paths.append(\.`default`)
              #else
              paths.append(\.`default`)
              paths.append(\.other)
              #endif
              return paths.makeIterator()
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
        }
        """#)
  }

  @Test func `types that case paths would hide get an alias`() {
    assertMacro(
      """
      @CasePathable
      enum Wrapper<Element> {
        case element(Element, Element.Index?)
      }
      """,
      expandsTo: #"""
        enum Wrapper<Element> {
          case element(Element, Element.Index?)

          struct AllCasePaths: ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            subscript(root: Wrapper) -> ReducerRuntime.PartialCaseKeyPath<Wrapper> {
              if case .element = root {
                return \.element
              }
              Swift.preconditionFailure("An enum is one of its cases")
            }
            var element: ReducerRuntime.AnyCasePath<Wrapper, (_$Element, _$Element.Index?)> {
              ReducerRuntime.AnyCasePath<Wrapper, (_$Element, _$Element.Index?)>(
                _embed: {
                  Wrapper.element($0.0, $0.1)
                },
                _extract: {
                  guard case .element(let v0, let v1) = $0 else {
                    return nil
                  }
                  return (v0, v1)
                }
              )
            }
            func makeIterator() -> Swift.IndexingIterator<[ReducerRuntime.PartialCaseKeyPath<Wrapper>]> {
              var paths: [ReducerRuntime.PartialCaseKeyPath<Wrapper>] = []
              paths.append(\.element)
              return paths.makeIterator()
            }
          }

          typealias _$Element = Element

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Wrapper: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
        }
        """#)
  }

  @Test
  func `deprecated cases deprecate the members that list them, and unavailable ones are left out`()
  {
    assertMacro(
      """
      @CasePathable
      enum Phase {
        @available(*, deprecated, message: "Use rest.")
        case pause
        @available(*, unavailable)
        case stop(Int)
      }
      """,
      expandsTo: #"""
        enum Phase {
          @available(*, deprecated, message: "Use rest.")
          case pause
          @available(*, unavailable)
          case stop(Int)

          struct AllCasePaths: ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            @available(*, deprecated, message: "Use rest.")
            subscript(root: Phase) -> ReducerRuntime.PartialCaseKeyPath<Phase> {
              if case .pause = root {
                return \.pause
              }
              Swift.preconditionFailure("An enum is one of its cases")
            }
            @available(*, deprecated, message: "Use rest.")
            var pause: ReducerRuntime.AnyCasePath<Phase, Swift.Void> {
              ReducerRuntime.AnyCasePath<Phase, Swift.Void>(
                embed: { _ in
                  Phase.pause
                },
                extract: {
                  guard case .pause = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            @available(*, deprecated, message: "Use rest.")
            func makeIterator() -> Swift.IndexingIterator<[ReducerRuntime.PartialCaseKeyPath<Phase>]> {
              var paths: [ReducerRuntime.PartialCaseKeyPath<Phase>] = []
              paths.append(\.pause)
              return paths.makeIterator()
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Phase: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
        }
        """#)
  }

  @Test func `an empty enum has no case paths`() {
    assertMacro(
      """
      @CasePathable
      private enum Action {
      }
      """,
      expandsTo: """
        private enum Action {

          struct AllCasePaths: ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            subscript(root: Action) -> ReducerRuntime.PartialCaseKeyPath<Action> {

            }

            func makeIterator() -> Swift.IndexingIterator<[ReducerRuntime.PartialCaseKeyPath<Action>]> {
              return [].makeIterator()
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
        }
        """)
  }

  @Test func `a case with an uninhabited payload is not constructed`() {
    assertMacro(
      """
      @CasePathable
      enum Action {
        case never(Never)
      }
      """,
      expandsTo: #"""
        enum Action {
          case never(Never)

          struct AllCasePaths: ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            subscript(root: Action) -> ReducerRuntime.PartialCaseKeyPath<Action> {
              if case .never = root {
                return \.never
              }
              Swift.preconditionFailure("An enum is one of its cases")
            }
            var never: ReducerRuntime.AnyCasePath<Action, Never> {
              ReducerRuntime.AnyCasePath<Action, Never>(
                embed: Action.never,
                extract: {
                  guard case .never(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            func makeIterator() -> Swift.IndexingIterator<[ReducerRuntime.PartialCaseKeyPath<Action>]> {
              var paths: [ReducerRuntime.PartialCaseKeyPath<Action>] = []
              paths.append(\.never)
              return paths.makeIterator()
            }
          }

          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
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

            public struct AllCasePaths: ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              public subscript(root: Action) -> ReducerRuntime.PartialCaseKeyPath<Action> {
                if case .a = root {
                  return \.a
                }
                Swift.preconditionFailure("An enum is one of its cases")
              }
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
              public func makeIterator() -> Swift.IndexingIterator<[ReducerRuntime.PartialCaseKeyPath<Action>]> {
                var paths: [ReducerRuntime.PartialCaseKeyPath<Action>] = []
                paths.append(\.a)
                return paths.makeIterator()
              }
            }

            public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
          internal enum Other {

            struct AllCasePaths: ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
              subscript(root: Other) -> ReducerRuntime.PartialCaseKeyPath<Other> {

              }

              func makeIterator() -> Swift.IndexingIterator<[ReducerRuntime.PartialCaseKeyPath<Other>]> {
                return [].makeIterator()
              }
            }

            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
        }

        extension Feature.Action: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
        }

        extension Feature.Other: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
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

          struct AllCasePaths: ReducerRuntime.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            subscript(root: State) -> ReducerRuntime.PartialCaseKeyPath<State> {
              if case .row = root {
                return \.row
              }
              if case .pair = root {
                return \.pair
              }
              Swift.preconditionFailure("An enum is one of its cases")
            }
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
            func makeIterator() -> Swift.IndexingIterator<[ReducerRuntime.PartialCaseKeyPath<State>]> {
              var paths: [ReducerRuntime.PartialCaseKeyPath<State>] = []
              paths.append(\.row)
              paths.append(\.pair)
              return paths.makeIterator()
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

          static func _$storage(for keyPath: Swift.PartialKeyPath<Self>) -> Swift.PartialKeyPath<Self>? {
            nil
          }
        }

        extension State: ReducerRuntime.CasePathable, ReducerRuntime.CasePathIterable {
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
