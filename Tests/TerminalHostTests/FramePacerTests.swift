import Testing

@testable import TerminalHost

struct FramePacerTests {
  let start = ContinuousClock.now

  /// The ticks, in tenths of a millisecond, at which a frame is painted.
  func frames(_ framesPerSecond: Int, ticks: [Int]) -> [Int] {
    var pacer = FramePacer(framesPerSecond: framesPerSecond)
    return ticks.filter { tick in
      let now = start.advanced(by: .microseconds(tick * 100))
      guard pacer.delay(at: now) == nil else { return false }
      pacer.painted(at: now)
      return true
    }
  }

  @Test func `the first change is shown at once`() {
    #expect(FramePacer(framesPerSecond: 1).delay(at: start) == nil)
  }

  @Test func `of ticks twice as often as frames every other is shown, also where they are late`() {
    #expect(frames(50, ticks: [0, 100, 200, 300, 400, 500]) == [0, 200, 400])
    #expect(frames(50, ticks: [3, 101, 201, 300, 408, 500, 600]) == [3, 201, 408, 600])
  }

  @Test func `with as many frames as ticks each is shown`() {
    #expect(frames(100, ticks: [0, 101, 199, 302, 400]) == [0, 101, 199, 302, 400])
  }

  @Test func `a frame that came late has the next two ticks later all the same`() {
    #expect(frames(50, ticks: [0, 130, 230, 300, 400]) == [0, 230, 400])
    #expect(frames(50, ticks: [0, 450, 550, 650]) == [0, 450, 650])
  }

  @Test func `what is not shown now is shown when it is due`() {
    var pacer = FramePacer(framesPerSecond: 50)
    pacer.painted(at: start)
    let tick = start.advanced(by: .milliseconds(10))
    #expect(pacer.delay(at: tick) == start.advanced(by: .milliseconds(20)))
  }
}
