import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Features

struct HeldKeyFilterTests {
  /// How many of the presses of one key at these milliseconds count.
  private func count(_ instants: [Int], gap: Int = 150) -> Int {
    var filter = HeldKeyFilter()
    return instants.reduce(0) { count, instant in
      switch filter.press(.space, at: .milliseconds(instant), gap: .milliseconds(gap)) {
      case .counts: count + 1
      case .isRepeat(let taken): count - taken
      }
    }
  }

  /// A key held from `start` on: the press, then after the initial delay a repeat every so often.
  private func held(from start: Int = 0, delay: Int = 500, every: Int = 33, for time: Int = 3000)
    -> [Int]
  {
    [start] + stride(from: start + delay, to: start + time, by: every)
  }

  @Test(arguments: [250, 500, 660, 1000], [16, 33, 50, 100])
  func `a held key counts once, however the keyboard is set`(delay: Int, every: Int) {
    #expect(count(held(delay: delay, every: every)) == 1)
  }

  @Test func `a held key counts once after reps, and reps count after it`() {
    let reps = [0, 900, 1800, 2600]
    #expect(count(reps + held(from: 3300) + [7000, 7900]) == 7)
  }

  @Test func `the gap runs from the last event, counted or not`() {
    #expect(count([0, 100, 200, 300, 400, 500]) == 1)
    #expect(count([0, 100, 249, 400]) == 2)
  }

  @Test func `presses with the gap between them all count`() {
    #expect(count(Array(stride(from: 0, to: 3000, by: 150))) == 20)
  }

  @Test func `a press that bounces counts once`() {
    #expect(count([0, 40, 2000, 2040, 4000]) == 3)
  }

  @Test func `presses that arrive together all count`() {
    #expect(count(Array(repeating: 0, count: 12)) == 12)
  }

  @Test func `repeats that arrive together are repeats, the ones that got through too`() {
    #expect(count([0, 500, 500, 533, 533, 566, 600, 600]) == 1)
  }

  @Test func `no gap at all counts everything`() {
    #expect(count([0, 10, 10, 20], gap: 0) == 4)
  }

  @Test func `each key has its own gap`() {
    var filter = HeldKeyFilter()
    let gap = Duration.milliseconds(150)
    #expect(filter.press(.space, at: .zero, gap: gap) == .counts)
    #expect(filter.press(.enter, at: .milliseconds(20), gap: gap) == .counts)
    #expect(filter.press(.space, at: .milliseconds(40), gap: gap) == .isRepeat(takingBack: 0))
  }
}

@MainActor
struct HeldKeyTests {
  @Test func `a key held in a workout is one rep`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s", .space)
    await app.advance(by: .milliseconds(500))
    app.press(.space)
    #expect(app.shows("REPS 2"))
    for _ in 1...20 {
      await app.advance(by: .milliseconds(33))
      app.press(.space)
    }
    #expect(app.shows("REPS 1"))
    #expect(app.memory.kept.withLock { $0.unfinished.values.first?.log.milliseconds } == [1])
    await app.advance(by: .milliseconds(150))
    app.press(.space)
    #expect(app.shows("REPS 2"))
  }

  @Test func `what was taken back by hand is not taken back again`() async {
    let app = VirtualApp()
    app.press(.enter, "s", "s")
    await app.advance(by: .seconds(1))
    app.press(.space)
    await app.advance(by: .milliseconds(500))
    app.press(.space, "-")
    await app.advance(by: .milliseconds(33))
    app.press(.space)
    #expect(app.shows("REPS 1"))
  }

  @Test func `the gap is the person's to choose`() async {
    var state = WorkoutTimer.State(challenge: .pushUps)
    state.options.minimumGap = .milliseconds(400)
    state.phase = .running
    let clock = TestClock()
    let store = TestStore(initialState: state) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(.repKeyPressed(.space))
    await clock.advance(by: .milliseconds(399))
    await store.send(.repKeyPressed(.space))
    #expect(store.state.repCount == 1)
    await clock.advance(by: .milliseconds(400))
    await store.send(.repKeyPressed(.space))
    #expect(store.state.repCount == 2)
  }
}
