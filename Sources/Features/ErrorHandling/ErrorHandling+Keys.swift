import TerminalUI

extension ErrorHandling {
  /// What keys do while a failure is explained.
  public static let keys = KeyMap<State, Action.View>([
    .init([.enter, "r"], "try again", .retryButtonTapped, when: \.canRetry),
    .init(["c"], "copy the details", .copyButtonTapped),
    .init([.escape], "close", .closeButtonTapped, when: \.canRetry),
    .init([.escape, .enter], "close", .closeButtonTapped, when: { !$0.canRetry }),
  ])
  .section("Something went wrong").screen("a failure").map(Action.view)
}

extension KeyMap {
  /// A feature's keys, and before them those of its error sheet, during which no other key works.
  ///
  /// - Parameters:
  ///   - sheet: The sheet, while the feature shows one.
  ///   - action: Embeds an action of the sheet.
  func explainingErrors(
    _ sheet: @escaping @Sendable (State) -> ErrorHandling.State?,
    _ action: @escaping @Sendable (ErrorHandling.Action) -> Action
  ) -> KeyMap {
    ErrorHandling.keys.pullback(state: sheet, action: action)
      + when { sheet($0) == nil }
  }
}
