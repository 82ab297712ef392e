import Testing

/// Tests that only the `delegate` actions of direct children are accessible to a feature.
@Suite struct BoundedActionMacroTests {
  /// A piece of code, written with a `^` before the name for which an error is expected.
  private struct Marked {
    var code: String
    var name: String
    var place: String

    init(_ text: String) {
      let parts = text.split(separator: "^")
      code = parts.joined()
      name = String(parts[1].prefix { $0.isLetter || $0 == "_" })
      place = "22:\(5 + parts[0].count)"
    }
  }

  /// Returns a feature whose reducer contains `code`, which begins at line 22, column 5.
  private func feature(_ code: String) -> String {
    """
    @Reducer
    struct AppFeature {
      struct State {}
      @CasePathable
      enum Action: BoundedAction {
        enum ViewAction { case onAppear }
        enum DelegateAction {}
        enum InternalAction {
          enum Subset { case ignore, view(Int) }
          case dataLoaded
          case subset(Subset)
          case userSettings(UserSettings.Action), detail(PresentationAction<Detail.Action>)
          case rows(IdentifiedActionOf<Row>)
        }
        case view(ViewAction)
        case delegate(DelegateAction)
        case _internal(InternalAction)
      }
      @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
        \(code)
          }
        }
      }
    }
    """
  }

  private static let rule = "a feature reacts only to the 'delegate' actions of its direct children"

  @Test(arguments: [
    "case ._internal(.userSettings(.delegate)): break",
    "case ._internal(.userSettings(.delegate(.saved(.view)))): break",
    "case ._internal(.dataLoaded): break",
    "case ._internal(.subset(.ignore)): break",
    "case ._internal(.subset(.view(let number))): break",
    "case let ._internal(.subset(action)): break",
    "case ._internal(.userSettings), ._internal(.rows): break",
    "case .view(.onAppear): return .send(._internal(.dataLoaded))",
    "case ._internal(.detail(.dismiss)): break",
    "case ._internal(.detail(.presented(.delegate(.closed)))): break",
    "case ._internal(.detail(.presented(.edit(.delegate(.saved))))): break",
    "case ._internal(.rows(.element(id: _, action: .delegate(.removed)))): break",
    "case ._internal(.userSettings): view.userSettings(.view)",
    #"default: _ = \State.userSettings.view"#,
    #"default: action.is(\._internal.userSettings.delegate.saved)"#,
    #"default: action.is(\.userSettings.delegate.saved)"#,
    #"default: action.is(\.userSettings.command.reset)"#,
    #"default: Scope(state: \.rows, action: \.rows)"#,
    #"default: state.use(\.userSettings.day)"#,
  ])
  func `a parent may match delegate actions of a direct child`(code: String) {
    assertMacro(feature(code))
  }

  @Test(arguments: [
    ("case ._internal(.userSettings(.^view(action))): break", "userSettings"),
    ("case let ._internal(.userSettings(.^view(.dayEndChanged))): break", "userSettings"),
    ("case ._internal(.userSettings(.^_internal)): break", "userSettings"),
    ("case ._internal(.userSettings(.^view)): break", "userSettings"),
    ("case ._internal(let .userSettings(.^view(action))): break", "userSettings"),
    (
      "case Action._internal(Action.InternalAction.userSettings(UserSettings.Action.^view)): break",
      "userSettings"
    ),
    ("case ._internal(.detail(.presented(.^view))): break", "detail"),
    ("case ._internal(.detail(.presented(.edit(.^view)))): break", "detail"),
    ("case ._internal(.rows(.element(id: _, action: .^_internal))): break", "rows"),
    ("default: return .send(._internal(.userSettings(.^view(.reset))))", "userSettings"),
    ("default: if case .userSettings(.^view) = action {}", "userSettings"),
    (#"default: action.is(\._internal.userSettings.^view)"#, "userSettings"),
    (#"default: Scope(state: \.a, action: \.userSettings.^_internal)"#, "userSettings"),
    (#"default: Scope(state: \.a, action: \.userSettings.^day)"#, "userSettings"),
    (#"default: action.is(\.userSettings.^day)"#, "userSettings"),
    (#"default: action[case: \.userSettings.^day]"#, "userSettings"),
    (#"case \.userSettings.^view: break"#, "userSettings"),
    (#"default: action.is(\.rows.element.^view)"#, "rows"),
  ])
  func `a child's view and internal actions are private to it`(code: String, child: String) {
    let marked = Marked(code)
    assertMacro(
      feature(marked.code),
      diagnostics: [
        "\(marked.place) error: '\(marked.name)' is private to '\(child)'; \(Self.rule)",
        "fix-it: Use its 'delegate' actions",
      ])
  }

  @Test(arguments: [
    "case ._internal(.userSettings(.^_internal(.day(.delegate)))): break",
    "case ._internal(.userSettings(.^_internal(.day(.view(.tapped))))): break",
    "case ._internal(.userSettings(.^day(.delegate))): break",
    "case ._internal(.userSettings(.^day(.view))): break",
  ])
  func `a child's children are not accessible`(code: String) {
    let marked = Marked(code)
    assertMacro(
      feature(marked.code),
      diagnostics: [
        "\(marked.place) error: this reaches past 'userSettings' into a feature embedded in it; \(Self.rule)",
        "fix-it: Use the 'delegate' actions of 'userSettings'",
      ])
  }

  @Test(arguments: [
    "case ._internal(.dataLoaded): return .send(.^view(.onAppear))",
    "case ._internal(.dataLoaded): return .run { send in await send(.^view(.onAppear)) }",
    "case ._internal(.dataLoaded): return Effect.send(Action.^view(.onAppear))",
  ])
  func `a reducer sends no view actions`(code: String) {
    let marked = Marked(code)
    assertMacro(
      feature(marked.code),
      diagnostics: [
        "\(marked.place) error: 'view' actions are sent by views only; "
          + "call a method that does what the action does"
      ])
  }

  @Test func `the fix-its produce allowed code`() {
    assertMacro(
      feature(
        """
        case let ._internal(.userSettings(.view(action))): break
            case ._internal(.userSettings(._internal(.day(.delegate(.saved))))): break
        """),
      diagnostics: [
        "22:40 error: 'view' is private to 'userSettings'; \(Self.rule)",
        "fix-it: Use its 'delegate' actions",
        "23:36 error: this reaches past 'userSettings' into a feature embedded in it; \(Self.rule)",
        "fix-it: Use the 'delegate' actions of 'userSettings'",
      ],
      fixed: feature(
        """
        case let ._internal(.userSettings(.delegate(action))): break
            case ._internal(.userSettings(.delegate)): break
        """))
  }

  @Test func `patterns are checked by their syntax if the internal group is declared elsewhere`() {
    assertMacro(
      """
      @Reducer
      struct AppFeature {
        typealias State = Int
        @CasePathable
        enum Action: ReducerRuntime.BoundedAction {
          case view(ViewAction), delegate(DelegateAction), _internal(InternalAction)
        }
        @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
          Reduce { state, action in
            guard case ._internal(.userSettings(.view)) = action else { return .none }
          }
        }
      }
      """,
      diagnostics: [
        "10:44 error: 'view' is private to 'userSettings'; \(Self.rule)",
        "fix-it: Use its 'delegate' actions",
      ])
  }

  @Test func `a nested feature is checked separately`() {
    assertMacro(
      """
      @Reducer
      struct Outer {
        typealias State = Int
        @CasePathable
        enum Action: BoundedAction {
          case view(ViewAction), delegate(DelegateAction), _internal(InternalAction)
        }
        @Reducer
        struct Inner {
          typealias State = Int
          @CasePathable
          enum Action { case _internal(InternalAction) }
          @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
            Reduce { state, action in
              guard case ._internal(.userSettings(.view)) = action else { return .none }
            }
          }
        }
        @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """)
  }
}
