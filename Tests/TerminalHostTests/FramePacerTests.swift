import Testing

@testable import TerminalHost

struct FramePacerTests {
  let start = LoopClock.Instant.now

  /// Returns the ticks, in tenths of a millisecond, at which a frame is painted.
  func frames(_ framesPerSecond: Int, ticks: [Int]) -> [Int] {
    var pacer = FramePacer(framesPerSecond: framesPerSecond)
    return ticks.filter { tick in
      let now = start.advanced(by: .microseconds(tick * 100))
      guard pacer.paintTime(forChangeAt: now) == nil else { return false }
      pacer.recordFrame(at: now)
      return true
    }
  }

  @Test func `the first change is painted at once`() {
    #expect(FramePacer(framesPerSecond: 1).paintTime(forChangeAt: start) == nil)
  }

  @Test func `with twice as many ticks as frames every other tick is painted, even when late`() {
    #expect(frames(50, ticks: [0, 100, 200, 300, 400, 500]) == [0, 200, 400])
    #expect(frames(50, ticks: [3, 101, 201, 300, 408, 500, 600]) == [3, 201, 408, 600])
  }

  @Test func `with as many frames as ticks each tick is painted`() {
    #expect(frames(100, ticks: [0, 101, 199, 302, 400]) == [0, 101, 199, 302, 400])
  }

  @Test(arguments: 1...99)
  func `after a late tick frames continue two ticks apart`(lateness: Int) {
    let ticks = [0, 100, 200 + lateness] + (3...20).map { $0 * 100 }
    let frames = frames(50, ticks: ticks)
    #expect(frames.starts(with: [0, 200 + lateness]))
    #expect(Set(zip(frames.dropFirst(3), frames.dropFirst(2)).map { $0 - $1 }) == [200])
  }

  @Test func `the frame rate is not exceeded when ticks do not divide it`() {
    #expect(frames(75, ticks: (0..<100).map { $0 * 100 }).count == 75)
  }

  @Test func `fast keys do not keep the clock from being painted`() {
    var pacer = FramePacer(framesPerSecond: 50)
    for key in 0..<100 { pacer.recordFrame(at: start.advanced(by: .milliseconds(key))) }
    #expect(pacer.paintTime(forChangeAt: start.advanced(by: .milliseconds(130))) == nil)
  }

  @Test func `a postponed frame is painted when it is due`() {
    var pacer = FramePacer(framesPerSecond: 50)
    pacer.recordFrame(at: start)
    let tick = start.advanced(by: .milliseconds(10))
    #expect(pacer.paintTime(forChangeAt: tick) == start.advanced(by: .milliseconds(30)))
  }
}
