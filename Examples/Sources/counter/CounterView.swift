import ReducerRuntime
import TerminalUI

extension Counter {
  /// One table for the key handler and the hints.
  static let keys: KeyMap<State, Action> = [
    .init([.up, "+"], "more", .incrementKeyPressed),
    .init([.down, "-"], "less", .decrementKeyPressed),
    .init([.space], "start", .startStopKeyPressed, when: { !$0.isRunning }),
    .init([.space], "stop", .startStopKeyPressed, when: \.isRunning),
    .init(["0"], "reset", .resetKeyPressed, when: { $0.count != 0 }),
  ]
}

/// The whole screen: the number in large digits, and the keys that have an action.
struct CounterView: RetainedView {
  let store: StoreOf<Counter>

  var body: some View {
    VStack {
      BigText("\(store.count)", maxScale: 2).style(.digit).centered()
      HintBar(
        Counter.keys.hints(in: store.state) + [Hint("q", "quit")], always: ["quit"], last: nil)
    }
  }
}
