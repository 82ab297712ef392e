import ReducerRuntime

extension Bench {
  /// Measures a screen that is a case of an enum, compared with the same screen presented directly.
  mutating func measureDestinations() {
    let plain = Store(initialState: BenchScreenTabs.State()) { BenchScreenTabs() }
    let cases = Store(initialState: BenchDestinationTabs.State()) { BenchDestinationTabs() }

    let plainTick = BenchScreenTabs.Action.list(
      .screen(.presented(.timer(.presented(.tick)))))
    let caseTick = BenchDestinationTabs.Action.list(
      .destination(.presented(.screen(.timer(.presented(.tick))))))
    measure("runtime.tick.screen", size: 3) { plain.send(plainTick) }
    measure("runtime.tick.destination", size: 3) { cases.send(caseTick) }

    let plainTimer = Self.timer(of: Self.screen(of: plain))
    let caseTimer = Self.timer(of: Self.screen(of: cases))
    measure("runtime.scope.screen", size: 3) { _ = Self.timer(of: Self.screen(of: plain)) }
    measure("runtime.scope.destination", size: 3) { _ = Self.timer(of: Self.screen(of: cases)) }
    check(
      Self.timer(of: Self.screen(of: cases)) === caseTimer, "runtime.scope.destination")

    var read = Duration.zero
    measure("runtime.read.screen", size: 3) { read += plainTimer.elapsed }
    measure("runtime.read.destination", size: 3) { read += caseTimer.elapsed }
    check(read > .zero, "runtime.read.destination")

    // As in a view, an observer reads the state again after each tick.
    var seen = Duration.zero
    let plainToken = observe { seen = plainTimer.elapsed }
    measure("runtime.tick.shown.screen", size: 3) { plain.send(plainTick) }
    check(seen == plainTimer.elapsed, "runtime.tick.shown.screen")
    plainToken.cancel()
    let caseToken = observe { seen = caseTimer.elapsed }
    measure("runtime.tick.shown.destination", size: 3) { cases.send(caseTick) }
    check(seen == caseTimer.elapsed, "runtime.tick.shown.destination")
    caseToken.cancel()
  }

  private static func screen(of store: StoreOf<BenchScreenTabs>) -> StoreOf<BenchScreen> {
    store.scope(state: \.list, action: \.list)
      .scope(state: \.screen, action: \.screen.presented)!
  }

  private static func screen(of store: StoreOf<BenchDestinationTabs>) -> StoreOf<BenchScreen> {
    let destination = store.scope(state: \.list, action: \.list)
      .scope(state: \.destination, action: \.destination.presented)!
    guard case .screen(let screen) = destination.case else {
      preconditionFailure("The screen is presented")
    }
    return screen
  }

  private static func timer(of screen: StoreOf<BenchScreen>) -> StoreOf<BenchTimer> {
    screen.scope(state: \.timer, action: \.timer.presented)!
  }
}
