import TerminalUI

extension ErrorHandling {
  /// What keys do while a failure is explained.
  public static let keys: KeyMap<State, Action> = KeyMap([
    .init([.enter, "r"], "try again", .retryButtonTapped, when: \.canRetry),
    .init(["c"], "copy the details", .copyButtonTapped),
    .init([.escape], "close", .closeButtonTapped, when: \.canRetry),
    .init([.escape, .enter], "close", .closeButtonTapped, when: { !$0.canRetry }),
  ]).section("Something went wrong").screen("a failure")
}
