import Testing

@Suite struct ViewActionMacroTests {
  @Test func `a view with a store sends view actions`() {
    assertMacro(
      """
      @ViewAction(for: Timer.self)
      struct TimerView {
        @Bindable var store: StoreOf<Timer>
      }
      """,
      expandsTo: """
        struct TimerView {
          @Bindable var store: StoreOf<Timer>
        }

        extension TimerView: ReducerRuntime.ViewActionSending {
        }
        """)
  }

  @Test func `a view without a store is rejected`() {
    assertMacro(
      """
      @ViewAction(for: Timer.self)
      struct TimerView {}
      """,
      diagnostics: [
        "1:1 error: '@ViewAction' needs a property 'store' in struct type 'TimerView'"
      ])
  }
}
