import Testing

@Suite struct DependencyEndpointMacroTests {
  @Test func `a default closure is called after the issue is reported`() {
    assertMacro(
      """
      struct Client {
        @DependencyEndpoint
        var count: (Int) -> Int = { $0 + 1 }
      }
      """,
      expandsTo: """
        struct Client {
          var count: (Int) -> Int {
            get {
              _count
            }
            set {
              _count = newValue
            }
          }

          private var _count: (Int) -> Int = {
            ReducerRuntime._reportUnimplementedEndpoint("Client.count")
            return $0 + 1
          }
        }
        """)
  }

  @Test func `an endpoint without a result only reports an issue`() {
    assertMacro(
      """
      struct Client {
        @DependencyEndpoint(method: "write")
        var log: @MainActor @Sendable (inout Int, _ done: @escaping () -> Void) -> Void
      }
      """,
      expandsTo: """
        struct Client {
          var log: @MainActor @Sendable (inout Int, _ done: @escaping () -> Void) -> Void {
            @storageRestrictions(initializes: _log)
            init(initialValue) {
              _log = initialValue
            }
            get {
              _log
            }
            set {
              _log = newValue
            }
          }

          private var _log: @MainActor @Sendable (inout Int, _ done: @escaping () -> Void) -> Void = { _, _ in
            ReducerRuntime._reportUnimplementedEndpoint("Client.log")
          }

          @MainActor func write(_ p0: inout Int, done p1: @escaping () -> Void) -> Void {
            self.log(&p0, p1)
          }
        }
        """)
  }

  @Test func `an optional result falls back to nil`() {
    assertMacro(
      """
      struct Client {
        @DependencyEndpoint
        var best: @Sendable (String) -> Int?
      }
      """,
      expandsTo: """
        struct Client {
          var best: @Sendable (String) -> Int? {
            @storageRestrictions(initializes: _best)
            init(initialValue) {
              _best = initialValue
            }
            get {
              _best
            }
            set {
              _best = newValue
            }
          }

          private var _best: @Sendable (String) -> Int? = { _ in
            ReducerRuntime._reportUnimplementedEndpoint("Client.best")
            return nil
          }
        }
        """)
  }

  @Test func `a nonoptional result requires a default`() {
    assertMacro(
      """
      struct Client {
        @DependencyEndpoint
        var count: @Sendable (Int) async -> Int
        @DependencyEndpoint
        var load: () throws(Failure) -> Int
      }
      """,
      diagnostics: [
        "3:7 error: 'count' returns a value and cannot throw,"
          + " so it needs a closure to fall back on when it is not set",
        "fix-it: Add '= { _ in <#Int#> }'",
        "5:7 error: 'load' throws only one type of error,"
          + " so it needs a closure to fall back on when it is not set",
        "fix-it: Add '= { <#Int#> }'",
      ],
      fixed: """
        struct Client {
          @DependencyEndpoint
          var count: @Sendable (Int) async -> Int = { _ in <#Int#> }
          @DependencyEndpoint
          var load: () throws(Failure) -> Int = { <#Int#> }
        }
        """)
  }

  @Test func `an endpoint must be a closure`() {
    assertMacro(
      """
      struct Client {
        @DependencyEndpoint var size: Int
        @DependencyEndpoint let load: () -> Void
      }
      """,
      diagnostics: [
        "2:3 error: '@DependencyEndpoint' needs a stored property with a function type written out",
        "3:23 error: an endpoint needs a 'var', so that a test can set it",
        "fix-it: Use 'var'",
      ])
  }
}
