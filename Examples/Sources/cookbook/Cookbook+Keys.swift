import TerminalUI

extension Cookbook {
  /// The keys of all screens. The keys of a screen are active while that screen is on top.
  static let keys: KeyMap<State, Action> = screenKeys + listKeys.when(\.path.isEmpty)

  // Each table has a type of its own, so that the compiler finds a mistake in it at once.
  private static let screenKeys: KeyMap<State, Action> =
    RecipeDetail.keys.pullback(
      state: { $0.path.last?[case: \.recipe] }, action: { .topScreen(.recipe($0)) })
    + Cooking.keys.pullback(
      state: { $0.path.last?[case: \.cooking] }, action: { .topScreen(.cooking($0)) })
    + [.init([.escape, .backspace], "back", .backKeyPressed, when: { !$0.path.isEmpty })]

  private static let listKeys: KeyMap<State, Action> = [
    .init([.enter, .right], "open", .openKeyPressed),
    .init([.up, "k"], "up", .moveKeyPressed(-1), pair: .move),
    .init([.down, "j"], "down", .moveKeyPressed(1), pair: .move),
  ]
}

extension RecipeDetail {
  static let keys: KeyMap<State, Action> = [
    .init([.enter], "cook", .cookKeyPressed),
    // While both are active, they share a hint: "+/- people".
    .init(["+"], "more", .servingsKeyPressed(1), pair: people, when: { $0.servings < 12 }),
    .init(["-"], "fewer", .servingsKeyPressed(-1), pair: people, when: { $0.servings > 1 }),
  ]
}

private let people = KeyPair("people")

extension Cooking {
  static let keys: KeyMap<State, Action> = [
    .init([.enter], "next step", .nextKeyPressed, short: "next", when: { !$0.isLastStep }),
    .init([.enter], "finish", .nextKeyPressed, when: \.isLastStep),
    .init(["t"], "timer", .timerKeyPressed, when: { $0.step.minutes != nil }),
  ]
}

extension Cooking.State {
  fileprivate var isLastStep: Bool { current == steps.count - 1 }
}
