import SystemTestSupport
import Testing

@testable import Models

/// Tests of the position in a routine, which depends on reps, skips and time.
struct RoutineCursorTests {
  /// Checks the position in a routine at times in seconds.
  private func expect(
    _ text: String, reps: [Double] = [], skips: [Double] = [],
    _ expected: [(Double, String)], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let routine = try Routine(text: text)
    let log = WorkoutLog(
      reps: try #require(RepLog(milliseconds: reps.map { UInt32($0 * 1000) })),
      skips: skips.map { UInt32($0 * 1000) })
    var cursor = RoutineCursor(routine)
    for (time, position) in expected {
      cursor.advance(to: .milliseconds(Int(time * 1000)), log)
      #expect(cursor.text == position, "at \(time) s", sourceLocation: sourceLocation)
    }
  }

  @Test func `the clock ends timed sets and rests`() throws {
    try expect(
      "3x(squat 20s, rest 10s)", reps: [1, 2, 20, 30, 31],
      [
        (0, "1/3 squat 0"), (19.9, "1/3 squat 2"), (20, "1/3 rest 1"), (29.9, "1/3 rest 1"),
        (30, "2/3 squat 1"), (31, "2/3 squat 2"), (60, "3/3 squat 0"),
        // The rest at the end is omitted.
        (79.9, "3/3 squat 0"), (80, "end at 80 s"), (100, "end at 80 s"),
      ])
  }

  @Test func `the last rep ends a set`() throws {
    try expect(
      "2x(push-up 2, squat 1 rest 5s)", reps: [1, 2, 3, 10, 11, 12],
      [
        (0, "1/2 push-up 0"), (1, "1/2 push-up 1"), (2, "1/2 squat 0"), (3, "1/2 rest 0"),
        (8, "2/2 push-up 0"), (10, "2/2 push-up 1"), (11, "2/2 squat 0"), (12, "end at 12 s"),
      ])
  }

  @Test func `a key ends open-ended sets`() throws {
    try expect(
      "plank max, run 5km, push-up max", reps: [30], skips: [10, 20, 40],
      [
        (9, "plank 0"), (10, "run 0"), (20, "push-up 0"), (30, "push-up 1"), (40, "end at 40 s"),
      ])
  }

  @Test func `the rep key ends a distance`() throws {
    try expect(
      "2x(run 400m, push-up 2)", reps: [90, 95, 96, 200, 205, 206],
      [
        (89, "1/2 run 0"), (90, "1/2 push-up 0"), (95, "1/2 push-up 1"), (96, "2/2 run 0"),
        (200, "2/2 push-up 0"), (206, "end at 206 s"),
      ])
  }

  @Test func `a key ends timed sets and rests early`() throws {
    try expect(
      "plank 30s, rest 1:00, squat 5", skips: [10, 12, 14],
      [(10, "rest 0"), (11.9, "rest 0"), (12, "squat 0"), (14, "end at 14 s")])
  }

  @Test func `rounds are repeated until their time is over`() throws {
    try expect(
      "AMRAP 10s (push-up 1, squat 2), rest 5s, plank 5s", reps: [1, 2, 3, 4, 10],
      [
        (0, "1 push-up 0"), (1, "1 squat 0"), (3, "2 push-up 0"), (4, "2 squat 0"),
        (9.9, "2 squat 0"), (10, "rest 1"), (15, "plank 0"), (20, "end at 20 s"),
      ])
  }

  @Test func `a key skips the remaining sets of a round in an AMRAP`() throws {
    try expect(
      "AMRAP 1:00 (push-up 2, squat 2)", reps: [1, 5, 6, 7], skips: [0.5, 2, 2.5],
      [
        // A round that hasn't begun is not skipped.
        (0.5, "1 push-up 0"), (1, "1 push-up 1"), (2, "2 push-up 0"), (2.5, "2 push-up 0"),
        (5, "2 push-up 1"), (6, "2 squat 0"), (60, "end at 60 s"),
      ])
  }

  @Test func `a round starts at every interval and ends the previous round`()
    throws
  {
    try expect(
      "every 10s 3x(push-up 2), plank 5s", reps: [1, 2, 11, 21, 22],
      [
        (1, "1/3 push-up 1"), (2, "1/3 rest 0"), (9.9, "1/3 rest 0"), (10, "2/3 push-up 0"),
        (11, "2/3 push-up 1"), (20, "3/3 push-up 0"), (22, "3/3 rest 0"), (30, "plank 0"),
        (35, "end at 35 s"),
      ])
    try expect(
      "EMOM 2 (push-up 2)", reps: [1, 2, 61, 62],
      [(2, "1/2 rest 0"), (60, "2/2 push-up 0"), (62, "end at 62 s")])
    try expect(
      "EMOM 2 (push-up 2)", reps: [1], [(60, "2/2 push-up 0"), (120, "end at 120 s")])
  }

  @Test func `a key ends the wait for the next round`() throws {
    try expect(
      "EMOM 3 (push-up 1)", reps: [1], skips: [5],
      [(4, "1/3 rest 0"), (5, "2/3 push-up 0"), (64, "2/3 push-up 0"), (65, "3/3 push-up 0")])
  }

  @Test func `groups are nested`() throws {
    try expect(
      "2x(2x(lunge 1, rest 5s), plank 10s)", reps: [1, 8, 30, 40],
      [
        (1, "1/2 rest 0"), (6, "2/2 lunge 0"), (8, "2/2 rest 0"), (13, "1/2 plank 0"),
        (23, "1/2 lunge 0"), (30, "1/2 rest 0"), (40, "2/2 rest 0"), (45, "2/2 plank 0"),
        (55, "end at 55 s"),
      ])
  }

  @Test func `a rep at the last instant counts`() throws {
    let routine = try Routine(text: "AMRAP 10s (push-up 2)")
    var cursor = RoutineCursor(routine)
    cursor.advance(to: .seconds(10), WorkoutLog(reps: RepLog(milliseconds: [5000])!))
    #expect(cursor.isFinished)
    let log = WorkoutLog(reps: RepLog(milliseconds: [5000, 10_000])!, duration: .seconds(10))
    cursor.advance(to: .seconds(10), log)
    #expect(cursor.isFinished)
    #expect(routine.results(of: log).rounds.count == 1)
    // Later reps don't count.
    for late: UInt32 in [10_001, 12_000] {
      cursor = RoutineCursor(routine)
      cursor.advance(
        to: .seconds(12), WorkoutLog(reps: RepLog(milliseconds: [5000, late])!))
      #expect(cursor.isFinished && cursor.stepReps == 1)
    }
  }

  @Test(arguments: [
    ("AMRAP 5:00 (push-up 2 rest 5s, squat 20s)", ["rest 5s"]),
    ("2x(push-up 2 rest 5s, squat 20s)", ["rest 5s", "squat 20s", "push-up 2"]),
    ("EMOM 2 (burpee 5), plank 5s", ["burpee 5", "burpee 5", "plank 5s"]),
    ("2x(squat 3x5 @ 100kg rest 3:00)", ["rest 3:00", "squat 5 @ 100kg", "rest 3:00"]),
    ("burpee 5, rest 10s", []),
  ])
  func `a cursor knows the next part`(text: String, expected: [String]) throws {
    let cursor = RoutineCursor(try Routine(text: text))
    var log = WorkoutLog()
    var coming: [String] = []
    for second in 0..<max(1, expected.count) {
      var now = cursor
      now.advance(to: .seconds(second), log)
      if let next = now.next { coming.append(next.text) }
      log.append(.skip, at: .seconds(second + 1))
    }
    #expect(coming == expected)
  }

  @Test(arguments: [
    ("8x(squat 20s, rest 10s)", "most reps in 3:50"),
    ("2x(4x(lunge 20s, rest 10s), rest 1:00)", "most reps in 4:50"),
    ("AMRAP 12:00 (squat 5)", "most reps in 12:00"),
    ("EMOM 10 (burpee 5)", "most reps in 10:00"),
    ("EMOM 10 (burpee 30s)", "most reps in 9:30"),
    ("3x(push-up 10, squat 20, plank 30s)", "90 reps, fastest time"),
    ("squat 5x5 @ 100kg rest 3:00", "25 reps, fastest time"),
    ("run 5km", "1 rep, fastest time"), ("2x(run 400m, push-up 10)", "22 reps, fastest time"),
    ("push-up max", "most reps"), ("push-up 3xmax rest 1:00", "most reps"),
    ("3x(push-up max, plank max, rest 1:00)", "most reps"),
    ("2x(squat 20s, push-up max, burpee 10)", "most reps"),
    ("EMOM 3 (burpee 5), push-up max", "most reps"),
    ("AMRAP 5:00 (push-up max, squat 10)", "most reps in 5:00"),
    ("plank max", "longest hold"), ("Side planks max", "longest hold"),
    ("plank jack max", "most reps"),
    // Open-ended holds among other sets, and an AMRAP after a number of reps, can't be scored.
    ("3x(plank max, rest 1:00)", nil), ("push-up 10, plank max", nil),
    ("push-up 10, AMRAP 5:00 (squat 5)", nil),
  ])
  func `the routine determines the scoring`(text: String, title: String?) throws {
    #expect(try Routine(text: text).scoring?.title == title)
  }

  @Test func `a cursor that follows a workout is equal to one that is computed afterwards`() {
    var random = Random(state: 7)
    var finished = 0
    for number in 1...2000 {
      let routine = Routine.random(using: &random)
      var cursor = RoutineCursor(routine)
      var log = WorkoutLog()
      var time = Duration.zero
      for step in 0..<60 {
        time += .milliseconds([0, 1, 10, 700, 5000, 20_000, 90_000].randomElement(using: &random)!)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4: log.append(.press, at: time)
        case 5: log.append(.skip, at: time)
        case 6: log.append(.undo, at: time)
        case 7: log.append(.undoSkip, at: time)
        case 8: time = max(time - .seconds(30), log.duration)
        default: break
        }
        let before = cursor
        cursor.advance(to: time, log)
        var other = RoutineCursor(routine)
        other.advance(to: time, log)
        #expect(cursor == other, "\(number), step \(step): \(routine) \(log) at \(time)")
        #expect(before.needsAdvance(to: time, log) || before == cursor)
        if cursor != other { return }
      }
      if cursor.isFinished { finished += 1 }
    }
    #expect((500...1900).contains(finished))
  }

  @Test func `rounds and sets have the reps of the workout`() {
    var random = Random(state: 8)
    for _ in 1...2000 {
      let routine = Routine.random(using: &random)
      var time: UInt32 = 0
      let reps = (0..<40).map { _ in
        time += [1, 500, 3000, 30_000].randomElement(using: &random)!
        return time
      }
      let log = WorkoutLog(
        reps: RepLog(milliseconds: reps)!, skips: reps.filter { $0 % 4 == 0 },
        duration: .seconds(300))
      let results = routine.results(of: log)
      #expect(results.splits.reduce(0) { $0 + $1.reps } <= log.reps.count)
      #expect(results.unfinishedReps >= 0)
      #expect(zip(results.rounds, results.rounds.dropFirst()).allSatisfy { $0.start < $1.start })
      #expect(results.rounds.allSatisfy { $0.duration >= .zero })
      #expect(zip(results.splits, results.splits.dropFirst()).allSatisfy { $0.start <= $1.start })
    }
  }
}

extension RoutineCursor {
  /// The position in a short form: `2/3 squat 4`, `1/3 rest 0`, `end at 80 s`.
  fileprivate var text: String {
    if let endInstant { return "end at \(endInstant.components.seconds) s" }
    let number = round.map { "\($0.number)\($0.count.map { "/\($0)" } ?? "") " } ?? ""
    return "\(number)\(step?.exercise ?? "rest") \(stepReps)"
  }
}

struct RoutineOutlineTests {
  private func outline(_ text: String) throws -> RoutineOutline {
    RoutineOutline(try Routine(text: text))
  }

  @Test func `a routine has a line for each block`() throws {
    let text = "squat 20, 2x(AMRAP 5:00 (push-up 10), rest 1:00), every 1:30 5x(plank 30s)"
    let outline = try outline(text)
    #expect(
      outline.lines.map { String(repeating: ".", count: $0.depth) + $0.text } == [
        "squat 20", "2x", ".AMRAP 5:00", "..push-up 10", ".rest 1:00", "every 1:30 5x",
        ".plank 30s",
      ])
    #expect(try outline.routine().text == text)
  }

  @Test func `a block moves down through groups`() throws {
    var outline = try outline("squat 20, 2x(push-up 10), plank 5s")
    var line = 0
    var texts: [String] = []
    for _ in 0..<5 {
      line = outline.moveDown(at: line)
      texts.append(try outline.routine().text)
      #expect(outline.lines[line].text == "squat 20")
    }
    #expect(
      texts == [
        "2x(squat 20, push-up 10), plank 5s", "2x(push-up 10, squat 20), plank 5s",
        "2x(push-up 10), squat 20, plank 5s", "2x(push-up 10), plank 5s, squat 20",
        "2x(push-up 10), plank 5s, squat 20",
      ])
    // The block moves up in the reverse order.
    for text in texts.dropLast(2).reversed() + ["squat 20, 2x(push-up 10), plank 5s"] {
      line = outline.moveUp(at: line)
      #expect(try outline.routine().text == text)
    }
    #expect(outline.moveUp(at: line) == 0)
  }

  @Test func `a group that loses its last block is removed`() throws {
    var outline = try outline("2x(push-up 10), plank 5s")
    #expect(outline.moveUp(at: 1) == 0)
    #expect(try outline.routine().text == "push-up 10, plank 5s")
    outline = try self.outline("squat 1, 2x(3x(push-up 10))")
    #expect(outline.moveDown(at: 3) == 2)
    #expect(try outline.routine().text == "squat 1, 2x(push-up 10)")
    outline.remove(at: 2)
    #expect(try outline.routine().text == "squat 1")
  }

  @Test func `a group moves with its blocks`() throws {
    var outline = try outline("2x(push-up 10, rest 5s), 3x(squat 5)")
    #expect(outline.moveDown(at: 0) == 1)
    #expect(try outline.routine().text == "3x(2x(push-up 10, rest 5s), squat 5)")
    #expect(outline.duplicate(at: 1) == 4)
    #expect(
      try outline.routine().text
        == "3x(2x(push-up 10, rest 5s), 2x(push-up 10, rest 5s), squat 5)")
    outline.remove(at: 1)
    #expect(outline.ungroup(at: 2) == 1)
    #expect(try outline.routine().text == "3x(push-up 10, rest 5s, squat 5)")
    outline.group(at: 0)
    #expect(try outline.routine().text == "2x(3x(push-up 10, rest 5s, squat 5))")
  }

  @Test func `typed blocks are inserted and replaced`() throws {
    var outline = try outline("2x(push-up 10)")
    #expect(try outline.insert("rest 30s", after: 1) == 2)
    #expect(try outline.insert("squat 5, plank 1:00", after: 0) == 1)
    #expect(try outline.routine().text == "2x(squat 5, plank 1:00, push-up 10, rest 30s)")
    try outline.replace(at: 1, with: "lunge 8")
    try outline.replace(at: 0, with: "AMRAP 10min")
    #expect(
      try outline.routine().text == "AMRAP 10:00 (lunge 8, plank 1:00, push-up 10, rest 30s)")
    try outline.replace(at: 0, with: "3x(burpee 1), run 20min")
    #expect(try outline.routine().text == "3x(burpee 1), run 20:00")
    #expect(throws: TextError.self) { try outline.replace(at: 0, with: "burpee 5") }
    #expect(throws: TextError.self) { try outline.insert("burpee", after: 0) }
    #expect(try outline.routine().text == "3x(burpee 1), run 20:00")
  }

  @Test(arguments: [
    ("push-up 10", 3, "push-up 13"), ("push-up 2", -5, "push-up 1"),
    ("squat 5x5 @ 100kg rest 3:00", 1, "squat 5x6 @ 100kg rest 3:00"),
    ("plank 50s", 2, "plank 1:00"), ("plank 1:00", 1, "plank 1:15"),
    ("plank 1:00", -1, "plank 55s"),
    ("plank 5s", -1, "plank 5s"), ("run 5km", 1, "run 5km"), ("push-up max", 1, "push-up max"),
    ("3x(squat 1)", -1, "2x(squat 1)"), ("AMRAP 12:00 (squat 1)", 4, "AMRAP 13:00 (squat 1)"),
    ("EMOM 10 (squat 1)", 2, "EMOM 12 (squat 1)"),
  ])
  func `the number of a block can be changed`(text: String, steps: Int, expected: String) throws {
    var outline = try outline(text)
    outline.change(at: 0, by: steps)
    #expect(try outline.routine().text == expected)
  }

  @Test func `an error names the violated limit`() throws {
    var outline = try outline("2x(2x(2x(2x(push-up 10))))")
    outline.group(at: 0)
    #expect(throws: Routine.Violation.tooDeep) { try outline.routine() }
    outline = try self.outline("push-up 10")
    outline.remove(at: 0)
    #expect(throws: Routine.Violation.empty) { try outline.routine() }
  }
}
