import ReducerRuntime
import ReducerTestSupport
import Testing

@Suite(.checksForLeaks)
@MainActor
struct PrintChangesTests {
  @Test func `each action is printed with the change of state`() {
    let log = Log()
    let store = Store(initialState: 1) {
      counter._printChanges(
        _ReducerPrinter { action, old, new in log.lines.append("\(action): \(old) to \(new)") })
    }
    store.send(2)
    store.send(0)
    #expect(log.lines == ["2: 1 to 3", "0: 3 to 3"])
  }

  @Test func `the change of a shared value is printed by each printer`() {
    let log = Log()
    let printer = _ReducerPrinter<Shared<Int>, Int> { _, old, new in
      log.lines.append(diff(old, new) ?? "no change")
    }
    let store = Store(initialState: Shared(value: 1)) {
      Reduce<Shared<Int>, Int> { state, action in
        state.withLock { $0 += action }
        return .none
      }
      ._printChanges(printer)
      ._printChanges(printer)
    }
    store.send(2)
    store.send(0)
    #expect(log.lines.count == 4)
    #expect(log.lines[0].contains("1") && log.lines[0].contains("3"))
    #expect(log.lines[1] == log.lines[0])
    #expect(log.lines[2...] == ["no change", "no change"])
  }

  @Test func `without a printer nothing is printed`() {
    let store = Store(initialState: 1) { counter._printChanges(nil) }
    store.send(2)
    #expect(store.state == 3)
  }

  private var counter: Reduce<Int, Int> {
    Reduce { state, action in
      state += action
      return .none
    }
  }
}

@MainActor
private final class Log {
  var lines: [String] = []
}
