import Testing

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
