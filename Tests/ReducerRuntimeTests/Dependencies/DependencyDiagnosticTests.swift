import ReducerTestSupport
import SystemTestSupport
import Testing

/// Tests of what the compiler says about misused dependencies.
@Suite(.checksForLeaks)
struct DependencyDiagnosticTests {
  @Test func `a dependency that does not exist is a single error that says so`() async {
    for type in ["", ": Int"] {
      let errors = await Compiler.errors(
        in: """
          import ReducerRuntime
          struct Feature {
            @Dependency(\\.analytics) var analytics\(type)
          }
          """)
      #expect(errors.count == 1)
      #expect(errors[0].contains("'DependencyValues' has no member of this name"))
    }
  }

  @Test func `a dependency is read by its key path or its key`() async {
    let errors = await Compiler.errors(
      in: """
        import ReducerRuntime
        struct Client: Sendable, TestDependencyKey { static let testValue = Client() }
        struct Feature {
          @Dependency(\\.uuid) var uuid
          @Dependency(\\.date.now) var now
          @Dependency(Client.self) var client
        }
        """)
    #expect(errors == [])
  }
}
