import Models
import Testing

struct IntervalsTests {
  @Test(arguments: [
    ("8x(squat 20s, rest 10s)", "8 rounds of 0:20, 0:10 rest", "8 rounds of 0:20/0:10"),
    ("10x(squat 60s)", "10 rounds of 1:00", "10 rounds of 1:00"),
  ])
  func `rounds of work and rest are named`(text: String, title: String, shortTitle: String) throws {
    let intervals = try #require(try Routine(text: text).intervals)
    #expect(intervals.title == title && intervals.shortTitle == shortTitle)
  }

  @Test(arguments: [
    "8x(squat 20s, rest 10s, lunge 20s)", "8x(squat 20s, lunge 20s)", "8x(squat 20, rest 10s)",
    "AMRAP 5:00 (squat 20s)", "squat 20s, rest 10s", "8x(squat 2x20s)", "8x(squat 20s rest 10s)",
  ])
  func `other routines are no intervals`(text: String) throws {
    #expect(try Routine(text: text).intervals == nil)
  }
}
