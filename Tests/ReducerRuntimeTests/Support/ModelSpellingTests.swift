import ReducerTestSupport
import SystemTestSupport
import Testing

/// Tests that the compiler names the spelling of this runtime where The Composable Architecture has another.
@Suite(.checksForLeaks) struct ModelSpellingTests {
  @Test(arguments: ["case rows(Int, Row.Action)", "case rows(id: Int, action: Row.Action)"])
  func `a row's action as a tuple`(_ declaration: String) async {
    let errors = await Compiler.errors(
      in: """
        import ReducerRuntime
        @Reducer struct Row {
          struct State: Identifiable { var id = 0 }
          enum Action { case tapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        @Reducer struct List {
          struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
          enum Action { \(declaration) }
          var body: some ReducerOf<Self> {
            Reduce { _, _ in .none }
              .forEach(\\.rows, action: \\.rows) { Row() }
          }
        }
        """)
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("12: ") == true)
    #expect(errors.first?.contains("'case rows(IdentifiedActionOf<Row>)'") == true, "\(errors)")
  }

  @Test(
    arguments: [
      (
        "var rows: IdentifiedArrayOf<Row.State> = []", "rows(Int, Row.Action)",
        "forEach(\\.rows, action: \\.rows)", "case rows(IdentifiedActionOf<Row>)"
      ),
      (
        "var rows: IdentifiedArrayOf<Row.State> = []", "rows(IdentifiedActionOf<Row>), one(Int)",
        "forEach(\\.rows, action: \\.one)", "case rows(IdentifiedActionOf<Row>)"
      ),
      (
        "var path = StackState<Row.State>()", "path(Row.Action)",
        "forEach(\\.path, action: \\.path)", "case path(StackActionOf<Path>)"
      ),
      (
        "@Presents var row: Row.State?", "row(Row.Action)",
        "ifLet(\\.$row, action: \\.row)", "case child(PresentationAction<Child.Action>)"
      ),
    ], ["Reduce { _, _ in .none }", "EmptyReducer()"])
  func `a case with another value than the operator needs`(
    _ code: (property: String, cases: String, call: String, remedy: String), after base: String
  ) async {
    let errors = await Compiler.errors(
      in: """
        import ReducerRuntime
        @Reducer struct Row {
          @ObservableState struct State: Identifiable { var id = 0 }
          enum Action { case tapped }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        @Reducer struct List {
          @ObservableState struct State { \(code.property) }
          enum Action { case \(code.cases) }
          var body: some ReducerOf<Self> {
            \(base)
              .\(code.call) { Row() }
          }
        }
        """)
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("12: ") == true)
    #expect(errors.first?.contains("'\(code.remedy)'") == true, "\(errors)")
  }

  @Test(arguments: [
    ("debounce(id: 1, for: .seconds(1), scheduler: queue)", "'debounce(id:for:clock:)'"),
    (
      "throttle(id: 1, for: .seconds(1), scheduler: queue, latest: true)",
      "'throttle(id:for:clock:latest:)'"
    ),
  ])
  func `time from a scheduler`(_ call: String, _ name: String) async {
    let errors = await Compiler.errors(
      in: """
        import ReducerRuntime
        struct Queue {}
        let queue = Queue()
        @Reducer struct Search {
          struct State {}
          enum Action { case queryChanged(String), found }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .queryChanged:
                return .run { send in await send(.found) }
                  .\(call)
              case .found:
                return .none
              }
            }
          }
        }
        """)
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("12: ") == true)
    #expect(errors.first?.contains(name) == true, "\(errors)")
  }

  @Test func `removed names say what replaces them`() async {
    let errors = await Compiler.errors(
      in: """
        import ReducerRuntime
        struct Form { @BindingState var name = "" }
        func first() -> TaskResult<Int> { .success(1) }
        func second() -> EffectTask<Int> { .none }
        func third() -> Effect<Int> { .task { 1 } }
        func fourth() -> Effect<Int> { .fireAndForget {} }
        """)
    let remedies = [
      2: "'@ObservableState'", 3: "'Result<Value, any Error>'", 4: "renamed to 'Effect'",
      5: "Use 'run'", 6: "Use 'run'",
    ]
    for (line, remedy) in remedies {
      #expect(errors.contains { $0.hasPrefix("\(line): ") && $0.contains(remedy) }, "\(errors)")
    }
  }

  @Test func `a long sum of texts and strings compiles`() async {
    let parts = [#"TextState(name).bold()"#, #""literal""#, "name", #"TextState("text")"#]
    let sum = Array(repeating: parts, count: 5).joined().joined(separator: "\n    + ")
    let errors = await Compiler.errors(
      in: """
        import ReducerRuntime
        func message(_ name: String) -> TextState {
          \(sum)
        }
        """)
    #expect(errors == [])
  }
}
