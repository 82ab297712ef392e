import Testing

@Suite struct DependencyClientMacroTests {
  @Test func `closures become endpoints`() {
    assertMacro(
      """
      @DependencyClient
      public struct LeaderboardClient: Sendable {
        public var page: @Sendable (_ after: Int?) async throws -> [Int]
        public var count: @Sendable () -> Int = { 0 }
        @DependencyEndpointIgnored var now: () -> Int = { 1 }
        @DependencyEndpoint(method: "fetch") var load: @Sendable (_ after: Int?, String) async throws -> [Int]
        let version = 1
        var title: String?
        static var shared: () -> Void = {}
      }
      """,
      expandsTo: """
        public struct LeaderboardClient: Sendable {
          @ReducerRuntime.DependencyEndpoint
          public var page: @Sendable (_ after: Int?) async throws -> [Int]
          @ReducerRuntime.DependencyEndpoint
          public var count: @Sendable () -> Int = { 0 }
          var now: () -> Int = { 1 }
          var load: @Sendable (_ after: Int?, String) async throws -> [Int] {
            @storageRestrictions(initializes: _load)
            init(initialValue) {
              _load = initialValue
            }
            get {
              _load
            }
            set {
              _load = newValue
            }
          }

          private var _load: @Sendable (_ after: Int?, String) async throws -> [Int] = { _, _ in
            ReducerRuntime._reportUnimplementedEndpoint("LeaderboardClient.load")
            throw ReducerRuntime.Unimplemented("load")
          }

          func fetch(after p0: Int?, _ p1: String) async throws -> [Int] {
            return try await self.load(p0, p1)
          }
          let version = 1
          var title: String?
          static var shared: () -> Void = {}

          public init(
            page: @escaping @Sendable (_ after: Int?) async throws -> [Int],
            count: @escaping @Sendable () -> Int,
            now: @escaping () -> Int = {
              1
            },
            load: @escaping @Sendable (_ after: Int?, String) async throws -> [Int],
            title: String? = nil
          ) {
            self.page = page
            self.now = now
            self.load = load
            self.title = title
            self.count = count
          }

          public init() {
          }
        }
        """)
  }

  @Test func `properties that are not closures are initializer parameters`() {
    assertMacro(
      """
      @DependencyClient
      struct Client {
        var size: Int
      }
      """,
      expandsTo: """
        struct Client {
          var size: Int

          init(
            size: Int
          ) {
            self.size = size
          }
        }
        """)
  }

  @Test func `declared initializers are kept`() {
    assertMacro(
      """
      @DependencyClient
      struct Client {
        @DependencyEndpointIgnored var log: () -> Void = {}
        init() {}
        init(log: @escaping () -> Void) { self.log = log }
      }
      """,
      expandsTo: """
        struct Client {
          var log: () -> Void = {}
          init() {}
          init(log: @escaping () -> Void) { self.log = log }
        }
        """)
  }

  @Test func `a client must be a struct`() {
    assertMacro(
      """
      @DependencyClient
      enum Client {
      }
      """,
      diagnostics: [
        "1:1 error: '@DependencyClient' cannot be applied to enum type 'Client'; a client is a struct of closures"
      ])
  }

  @Test func `an endpoint must be a variable`() {
    assertMacro(
      """
      @DependencyClient
      struct Client {
        let load: () throws -> Int
      }
      """,
      diagnostics: [
        "3:3 error: an endpoint needs a 'var', so that a test can set it",
        "fix-it: Use 'var'",
      ],
      fixed: """
        @DependencyClient
        struct Client {
          var load: () throws -> Int
        }
        """)
  }
}
