import Testing

@Suite struct ViewActionMacroTests {
  @Test func aViewWithAStoreSendsViewActions() {
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

  @Test func aViewWithoutAStoreIsRefused() {
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
