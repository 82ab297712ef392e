import ReducerRuntime
import Testing

@testable import Scripting

@MainActor
struct PlaybackClockTests {
  let real = TestClock()

  @Test func `it goes as much faster as it is told`() async {
    let clock = PlaybackClock(following: real, speed: 4)
    await real.advance(by: .seconds(2))
    #expect(clock.uptime == .seconds(8))
  }

  @Test func `a pause stops it where it is, and takes nothing away`() async {
    let clock = PlaybackClock(following: real, speed: 1)
    await real.advance(by: .seconds(1))
    clock.pause(true)
    await real.advance(by: .seconds(5))
    #expect(clock.uptime == .seconds(1))
    clock.pause(false)
    await real.advance(by: .seconds(1))
    #expect(clock.uptime == .seconds(2))
  }

  @Test func `a sleeper wakes when this clock says so, pauses and speed counted`() async {
    let clock = PlaybackClock(following: real, speed: 2)
    let woken = LockIsolated(false)
    let sleeper = Task {
      try? await clock.sleep(for: .seconds(10))
      woken.setValue(true)
    }
    await real.advance(by: .seconds(3))
    clock.pause(true)
    await real.advance(by: .seconds(60))
    #expect(!woken.value)
    clock.pause(false)
    await real.advance(by: .seconds(1))
    #expect(!woken.value)
    await real.advance(by: .seconds(1))
    await sleeper.value
    #expect(woken.value)
  }

  @Test func `a sleeper can be cancelled while it is stopped`() async {
    let clock = PlaybackClock(following: real, speed: 1)
    clock.pause(true)
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
