import Testing

@Suite struct ObservableStateMacroTests {
  @Test func `a struct tracks its stored variables`() {
    assertMacro(
      """
      @ObservableState
      public struct State: Equatable {
        public var count = 0
        let id: Int
        static var limit = 3
        var isEven: Bool { count.isMultiple(of: 2) }
        @ObservationStateIgnored var cache: [Int] = []
        @Presents public var alert: Alert?
        @Shared var settings: Settings
        var reps = 0 {
          didSet { cache = [] }
        }
        lazy var total = 0
        #if DEBUG
        var log: [String] = []
        #endif
        var `default` = 1
      }
      """,
      expandsTo: #"""
        public struct State: Equatable {
          @ReducerRuntime.ObservationStateTracked
          public var count = 0
          let id: Int
          static var limit = 3
          var isEven: Bool { count.isMultiple(of: 2) }
          var cache: [Int] = []
          public var alert: Alert? {
            @storageRestrictions(initializes: _alert)
            init(initialValue) {
              _alert = ReducerRuntime.PresentationState<Alert>(wrappedValue: initialValue)
            }
            get {
              _$observationRegistrar.access(0xB7C358F9)
              return _alert.wrappedValue
            }
            set {
              _$observationRegistrar.set(0xB7C358F9, &_alert, newValue)
            }
            _modify {
              let _$token = _$observationRegistrar.willModify(&_alert.wrappedValue)
              defer {
                _$observationRegistrar.didModify(0xB7C358F9, _alert.wrappedValue, _$token)
              }
              yield &_alert.wrappedValue
            }
          }

          private var _alert = ReducerRuntime.PresentationState<Alert>(wrappedValue: nil)

          public var $alert: ReducerRuntime.PresentationState<Alert> {
            get {
              _$observationRegistrar.access(0xB7C358F9)
              return _alert
            }
            set {
              _$observationRegistrar.set(0xB7C358F9, &_alert, newValue)
            }
            _modify {
              let _$token = _$observationRegistrar.willModify(&_alert)
              defer {
                _$observationRegistrar.didModify(0xB7C358F9, _alert, _$token)
              }
              yield &_alert
            }
          }
          @Shared var settings: Settings
          @ReducerRuntime.ObservationStateTracked
          var reps = 0 {
            didSet { cache = [] }
          }
          lazy var total = 0
          #if DEBUG
          var log: [String] = []
          #endif
          @ReducerRuntime.ObservationStateTracked
          var `default` = 1

          @ReducerRuntime.ObservationStateIgnored
          public var _$observationRegistrar = ReducerRuntime.ObservationStateRegistrar()

          public var _$id: ReducerRuntime.ObservableStateID {
            _$observationRegistrar.id
          }

          public mutating func _$willModify() {
            _$observationRegistrar._$willModify()
          }

          public static func _$storage(for keyPath: Swift.PartialKeyPath<Self>) -> Swift.PartialKeyPath<Self>? {
            if keyPath == \Self.$alert || keyPath == \Self.alert {
              return \Self._alert
            }
            if keyPath == \Self.count {
              return \Self._count
            }
            #if DEBUG
            if keyPath == \Self.log {
              return \Self._log
            }
            #endif
            if keyPath == \Self.`default` {
              return \Self._default
            }
            return nil
          }
        }

        extension State: ReducerRuntime.ObservableState {
        }
        """#)
  }

  @Test func `an enum has the identity of its payload`() {
    assertMacro(
      """
      @ObservableState
      enum State {
        case detail(Detail.State)
        case timer(state: WorkoutTimer.State)
        case idle, span(Int, Int)
        #if DEBUG
        case debug(Debug.State)
        #endif
      }
      """,
      expandsTo: """
        enum State {
          case detail(Detail.State)
          case timer(state: WorkoutTimer.State)
          case idle, span(Int, Int)
          #if DEBUG
          case debug(Debug.State)
          #endif

          var _$id: ReducerRuntime.ObservableStateID {
            switch self {
            case .detail(let v0):
              return ReducerRuntime.ObservableStateID._$id(for: v0)._$tag(0)
            case .timer(let v0):
              return ReducerRuntime.ObservableStateID._$id(for: v0)._$tag(1)
            case .idle:
              return ReducerRuntime.ObservableStateID._$inert._$tag(2)
            case .span:
              return ReducerRuntime.ObservableStateID._$inert._$tag(3)
            #if DEBUG
            case .debug(let v0):
              return ReducerRuntime.ObservableStateID._$id(for: v0)._$tag(4)
            #endif
            }
          }

          mutating func _$willModify() {
            switch self {
            case .detail(var v0):
              ReducerRuntime._$willModify(&v0)
              self = .detail(v0)
            case .timer(var v0):
              ReducerRuntime._$willModify(&v0)
              self = .timer(state: v0)
            case .idle:
              break
            case .span:
              break
            #if DEBUG
            case .debug(var v0):
              ReducerRuntime._$willModify(&v0)
              self = .debug(v0)
            #endif
            }
          }
        }

        extension State: ReducerRuntime.ObservableState {
        }
        """)
  }

  @Test func `a class is rejected as state`() {
    assertMacro(
      """
      @ObservableState
      final class State {
        var count = 0
      }
      @ObservableState actor Other {}
      """,
      expandsTo: """
        final class State {
          var count = 0
        }
        actor Other {}
        """,
      diagnostics: [
        "1:1 error: '@ObservableState' cannot be applied to class type 'State';"
          + " state is a value, so make it a struct or an enum",
        "5:1 error: '@ObservableState' cannot be applied to actor type 'Other';"
          + " state is a value, so make it a struct or an enum",
      ])
  }

  @Test func `several properties in one declaration are rejected`() {
    assertMacro(
      """
      @ObservableState
      struct State {
        var first = 0, second = 1
        let third = 2, fourth = 3
      }
      """,
      diagnostics: [
        "3:7 error: '@ObservableState' tracks one property at a time; declare each with its own 'var'"
      ])
  }

  @Test func `names with the same hash are rejected`() {
    assertMacro(
      """
      @ObservableState
      struct State {
        var costarring = 0
        var liquid = 0
      }
      """,
      diagnostics: [
        "4:7 error: '@ObservableState' cannot tell 'liquid' from 'costarring', whose name has the same hash;"
          + " rename one of them"
      ])
  }
}

@Suite struct PresentsMacroTests {
  @Test func `a constant cannot be presented`() {
    assertMacro(
      """
      @ObservableState
      struct State {
        @Presents let first: Child.State?
        @Presents var second: Child.State = .init()
        @Presents var third = Child.State()
        @Presents var fourth: Child.State? { nil }
        @Presents func fifth() {}
      }
      """,
      diagnostics: [
        "3:13 error: '@Presents' needs a 'var', because the child is set and removed",
        "fix-it: Use 'var'",
        "4:25 error: '@Presents' needs an optional type: 'Child.State' could never be dismissed",
        "fix-it: Use 'Child.State?'",
        "5:17 error: '@Presents' needs the type of 'third' written out, as in 'third: Child.State?'",
        "6:3 error: '@Presents' needs a stored property of the instance, without observers",
      ],
      fixed: """
        @ObservableState
        struct State {
          @Presents var first: Child.State?
          @Presents var second: Child.State? = .init()
          @Presents var third = Child.State()
          @Presents var fourth: Child.State? { nil }
          @Presents func fifth() {}
        }
        """)
  }

  @Test(arguments: ["A.State?", "A.State!", "Optional<A.State>", "Swift.Optional<A.State>"])
  func `each form of an optional can be presented`(type: String) {
    assertMacro(
      """
      @ObservableState
      struct State {
        @Presents var child: \(type)
      }
      """)
  }

  @Test func `presented state must be in an observable struct`() {
    assertMacro(
      """
      struct State {
        @Presents var child: Child.State?
      }
      """,
      diagnostics: ["2:3 error: '@Presents' needs a struct marked '@ObservableState' around it"])
  }
}
