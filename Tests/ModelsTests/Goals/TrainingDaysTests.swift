import Testing

@testable import Models

struct TrainingDaysTests {
  @Test(arguments: [
    ("all", "all"), ("mon wed fri", "mon wed fri"), ("Fri, Mon,wed", "mon wed fri"),
    ("mon tue wed thu fri sat sun", "all"), ("sun", "sun"),
  ])
  func `days are read and written`(text: String, expected: String) {
    #expect(TrainingDays(text: text)?.text == expected)
  }

  @Test(arguments: ["", "monday", "mon funday", "1"])
  func `any other text has no days`(text: String) {
    #expect(TrainingDays(text: text) == nil)
  }

  // 2026-01-05 is a Monday. Days are offsets from it, and today is Friday the 9th.
  @Test(
    arguments: [
      ("all", [0, 1, 2, 3, 4], 5, 5), ("all", [0, 2, 4], 1, 1), ("all", [2, 3], 2, 2),
      ("mon wed fri", [0, 2, 4], 3, 3), ("mon wed fri", [0, 2], 2, 2),
      ("mon wed fri", [0, 4], 1, 1),
      ("mon wed fri", [-7, -5, -3, 0, 2], 5, 5), ("mon wed fri", [0, 1, 2, 3], 4, 4),
      ("mon wed fri", [-7, -5, -3], 0, 3), ("mon wed fri", [-5, -3, 2], 1, 2),
      ("sun", [-8, -1], 2, 2), ("sun", [-8, -1, 3], 3, 3), ("sun", [-8], 0, 1),
      ("sun", [-9, -1], 1, 1),
      ("sun", [-15, -1], 1, 1), ("all", [], 0, 0), ("mon", [0, 7], 2, 2),
    ] as [(String, [Int64], Int, Int)])
  func `only a missed training day breaks a streak, and today is not over`(
    text: String, offsets: [Int64], current: Int, longest: Int
  ) throws {
    let monday = CivilDate(year: 2026, month: 1, day: 5).daysSince1970
    let days = try #require(TrainingDays(text: text))
    #expect(
      Streak(
        of: offsets.map { (first: monday + $0, last: monday + $0) }, training: days,
        today: monday + 4) == Streak(current: current, longest: longest))
  }
}
