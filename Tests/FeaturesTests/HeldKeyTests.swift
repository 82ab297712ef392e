import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import TimerFeatures

@Suite(.checksForLeaks)
struct HeldKeyFilterTests {
  /// Returns the number of presses that count if one key is pressed at these times, in milliseconds.
  private func count(_ instants: [Int], gap: Int = 80) -> Int {
    var filter = HeldKeyFilter()
    return instants.reduce(0) { count, instant in
      switch filter.press(.space, at: .milliseconds(instant), gap: .milliseconds(gap)) {
      case .counts: count + 1
      case .ignored(_, let removed): count - removed
      }
    }
  }

  /// Returns the instants of a key held from `start`: the press, and repeats every `every` ms after the initial delay.
  private func held(from start: Int = 0, delay: Int = 500, every: Int = 33, for time: Int = 3000)
    -> [Int]
  {
    [start] + stride(from: start + delay, to: start + time, by: every)
  }

  @Test(arguments: [250, 500, 660, 1000], [16, 33, 50])
  func `a held key counts once, regardless of its delay and repeat rate`(delay: Int, every: Int) {
    #expect(count(held(delay: delay, every: every)) == 1)
  }

  @Test func `a held key between reps counts once`() {
    let reps = [0, 900, 1800, 2600]
    #expect(count(reps + held(from: 3300) + [7000, 7900]) == 7)
  }

  @Test func `the gap is measured from the last event, even an ignored one`() {
    #expect(count([0, 70, 140, 210, 280, 350]) == 1)
    #expect(count([0, 70, 149, 229]) == 2)
  }

  @Test func `presses separated by the gap all count`() {
    #expect(count(Array(stride(from: 0, to: 3000, by: 80))) == 38)
  }

  @Test func `a bouncing press counts once`() {
    #expect(count([0, 40, 2000, 2040, 4000]) == 3)
  }

  @Test func `a bounce after a rep removes neither that rep nor the next`() {
    #expect(count([0, 900, 905, 1800, 1806, 2700]) == 4)
    #expect(count([0, 3, 6, 500, 504]) == 2)
    // The press bounces, and then the key is held.
    #expect(count([0, 900, 904, 1400] + Array(stride(from: 1433, to: 3000, by: 33))) == 2)
    // The first repeat, which counts at first, bounces. It is still recognized as a repeat.
    #expect(count([0, 500, 505, 533, 566]) == 1)
  }

  @Test func `presses that arrive together all count`() {
    #expect(count(Array(repeating: 0, count: 12)) == 12)
  }

  @Test func `repeats that arrive together count once, including the first ones`() {
    #expect(count([0, 500, 500, 533, 533, 566, 600, 600]) == 1)
  }

  @Test func `a gap of zero counts every press`() {
    #expect(count([0, 10, 10, 20], gap: 0) == 4)
  }

  @Test func `each key has its own gap`() {
    var filter = HeldKeyFilter()
    let gap = PressFilter.defaultGap
    #expect(filter.press(.space, at: .zero, gap: gap) == .counts)
    #expect(filter.press(.enter, at: .milliseconds(20), gap: gap) == .counts)
    #expect(
      filter.press(.space, at: .milliseconds(40), gap: gap) == .ignored(.tooSoon, removing: 0))
  }
}

/// Tests of the filter in a terminal that reports key releases.
@Suite(.checksForLeaks)
struct ReleasedKeyFilterTests {
  private enum Event {
    case down(Key, Int)
    case up(Key, Int)
    case held(Key, Int)
  }

  private func count(_ events: [Event]) -> Int {
    var filter = HeldKeyFilter()
    var count = 0
    func press(_ key: Key, _ instant: Int) {
      switch filter.press(key, at: .milliseconds(instant), gap: PressFilter.defaultGap) {
      case .counts: count += 1
      case .ignored(_, let removed): count -= removed
      }
    }
    for event in events {
      switch event {
      case .down(let key, let instant): press(key, instant)
      case .up(let key, let instant): filter.release(key, at: .milliseconds(instant))
      case .held(let key, let instant):
        filter.recordRepeat(key, at: .milliseconds(instant))
        press(key, instant)
      }
    }
    return count
  }

  @Test func `a press after a release counts, however short the interval`() {
    #expect(count([.down(.space, 0), .up(.space, 60), .down(.space, 90), .up(.space, 120)]) == 2)
    #expect(
      count((0..<20).flatMap { [Event.down(.space, $0 * 80), .up(.space, $0 * 80 + 40)] }) == 20)
  }

  @Test func `presses without a release between them count once`() {
    let tap = [Event.down(.space, 0), .up(.space, 50)]
    let held = [500, 1000, 1033, 1066].map { Event.down(.space, $0) } + [.up(.space, 1080)]
    #expect(count(tap + held) == 2)
    #expect(count(tap + held + [.down(.space, 1100)]) == 3)
  }

  @Test func `a release ends a hold, even if it is the first reported release`() {
    #expect(
      count([
        .down(.space, 0), .down(.space, 500), .down(.space, 533), .down(.space, 566),
        .up(.space, 580),
      ]) == 1)
    #expect(
      count([
        .down(.space, 0), .down(.space, 500), .up(.space, 520), .down(.space, 560),
      ]) == 3)
  }

  @Test func `a repeat that the terminal reports doesn't count`() {
    #expect(
      count([.down(.up, 0)] + (0..<20).map { .held(.up, 500 + 33 * $0) } + [.up(.up, 1150)]) == 1)
    #expect(
      count([.down(.up, 0), .held(.up, 500), .up(.up, 510), .down(.up, 540)]) == 2)
  }

  @Test func `a bounce doesn't count, with or without a reported release`() {
    #expect(
      count([
        .down(.space, 0), .up(.space, 2), .down(.space, 4), .up(.space, 90), .down(.space, 93),
        .up(.space, 95), .down(.space, 300),
      ]) == 2)
  }

  @Test func `presses in one read all count if releases separate them`() {
    #expect(
      count([.down(.space, 0), .up(.space, 0), .down(.space, 0), .up(.space, 0), .down(.space, 0)])
        == 3)
  }

  @Test func `a missed release has no effect a second later`() {
    #expect(
      count([.down(.space, 0), .up(.space, 50), .down(.space, 500), .down(.space, 1600)]) == 3)
  }

  @Test func `a key is released even if its press and release have different key names`() {
    let shifted = [Event.down("A", 0), .up("A", 50), .down("A", 400), .up("a", 450)]
    #expect(count(shifted + [.down("A", 700)]) == 3)
  }

  @Test func `each key has its own releases`() {
    #expect(
      count([
        .down(.space, 0), .up(.space, 50), .down(.space, 100), .down("a", 120), .up("a", 140),
        .down(.space, 600),
      ]) == 3)
  }
}

@Suite(.checksForLeaks)
@MainActor
struct HeldKeyTests {
  @Test func `the gap in the options applies`() async {
    var state = WorkoutTimer.State(challenge: .pushUps)
    state.options.minGap = .milliseconds(400)
    state.phase = .running
    let clock = TestClock()
    let store = TestStore(initialState: state) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(.view(.repKeyPressed(.space)))
    await clock.advance(by: .milliseconds(399))
    await store.send(.view(.repKeyPressed(.space)))
    #expect(store.state.repCount == 1)
    await clock.advance(by: .milliseconds(400))
    await store.send(.view(.repKeyPressed(.space)))
    #expect(store.state.repCount == 2)
  }
}
