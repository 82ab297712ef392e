import Testing

@Suite struct PresentsMacroTests {
  @Test func `optional state is presented`() {
    assertMacro(
      """
      @ObservableState
      public struct State {
        @Presents public var destination: Destination.State?
      }
      """,
      expandsTo: #"""
        public struct State {
          public var destination: Destination.State? {
            @storageRestrictions(initializes: _destination)
            init(initialValue) {
              _destination = ReducerRuntime.PresentationState<Destination.State>(wrappedValue: initialValue)
            }
            get {
              _$observationRegistrar.access(0xB2DE64BF)
              return _destination.wrappedValue
            }
            set {
              _$observationRegistrar.set(0xB2DE64BF, &_destination, newValue)
            }
            _modify {
              let _$token = _$observationRegistrar.willModify(&_destination.wrappedValue)
              defer {
                _$observationRegistrar.didModify(0xB2DE64BF, _destination.wrappedValue, _$token)
              }
              yield &_destination.wrappedValue
            }
          }

          private var _destination = ReducerRuntime.PresentationState<Destination.State>(wrappedValue: nil)

          public var $destination: ReducerRuntime.PresentationState<Destination.State> {
            get {
              _$observationRegistrar.access(0xB2DE64BF)
              return _destination
            }
            set {
              _$observationRegistrar.set(0xB2DE64BF, &_destination, newValue)
            }
            _modify {
              let _$token = _$observationRegistrar.willModify(&_destination)
              defer {
                _$observationRegistrar.didModify(0xB2DE64BF, _destination, _$token)
              }
              yield &_destination
            }
          }

          @ReducerRuntime.ObservationStateIgnored
          public var _$observationRegistrar = ReducerRuntime.ObservationStateRegistrar()

          public var _$id: ReducerRuntime.ObservableStateID {
            _$observationRegistrar.id
          }

          public mutating func _$willModify() {
            _$observationRegistrar._$willModify()
          }

          public static func _$storage(for keyPath: Swift.PartialKeyPath<Self>) -> Swift.PartialKeyPath<Self>? {
            if keyPath == \Self.$destination || keyPath == \Self.destination {
              return \Self._destination
            }
            return nil
          }
        }

        extension State: ReducerRuntime.ObservableState {
        }
        """#)
  }

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
        "3:13 error: '@Presents' needs a 'var': what is presented comes and goes",
        "fix-it: Use 'var'",
        "4:25 error: '@Presents' needs an optional type: 'Child.State' could never be dismissed",
        "fix-it: Use 'Child.State?'",
        "5:17 error: '@Presents' needs the type of 'third' written out, as in 'third: Child.State?'",
        "6:3 error: '@Presents' needs a plain stored property; 'fourth' has accessors of its own",
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

  @Test func `presented state must be in observable state`() {
    assertMacro(
      """
      struct State {
        @Presents var child: Child.State?
      }
      """,
      diagnostics: ["2:3 error: '@Presents' needs a struct marked '@ObservableState' around it"])
  }
}
