import ReducerTestSupport
import SystemTestSupport
import Testing

/// Tests of what the compiler says about a misspelled child.
@Suite(.checksForLeaks)
struct ScopeDiagnosticTests {
  @Test func `a case that does not exist is called that`() async {
    let errors = await errors(in: #"Scope(state: \.child, action: \.chidl) { Child() }"#)
    #expect(errors.count == 1)
    #expect(errors[0].contains("has no dynamic member 'chidl'"))
  }

  @Test func `a child that does not exist is called that`() async {
    let errors = await errors(in: #"Scope(state: \.child, action: \.child) { Chidl() }"#)
    #expect(errors == ["12: cannot find 'Chidl' in scope"])
  }

  @Test func `no error speaks of a bounded action`() async {
    for scope in [
      #"Scope(state: \.chidl, action: \.child) { Child() }"#,
      #"Scope(state: \.count, action: \.child) { Child() }"#,
      #"Scope(state: \.child, action: \.child) { Child(1) }"#,
      #"EmptyReducer().ifLet(\.chidl, action: \.child) { Child() }"#,
    ] {
      let errors = await errors(in: scope)
      #expect(!errors.isEmpty)
      #expect(!errors.contains { $0.contains("Bounded") })
    }
  }
}

private func errors(in body: String) async -> [String] {
  await Compiler.errors(
    in: """
      import ReducerRuntime
      @Reducer struct Child {
        @ObservableState struct State { var count = 0 }
        enum Action { case incremented }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      @Reducer struct Parent {
        @ObservableState struct State { var child = Child.State(); var count = 0 }
        enum Action { case child(Child.Action) }
        var body: some ReducerOf<Self> {

          \(body)
        }
      }
      """)
}
