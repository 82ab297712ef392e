import Testing

@testable import Models

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
    // And the same way back.
    for text in texts.dropLast(2).reversed() + ["squat 20, 2x(push-up 10), plank 5s"] {
      line = outline.moveUp(at: line)
      #expect(try outline.routine().text == text)
    }
    #expect(outline.moveUp(at: line) == 0)
  }

  @Test func `a group that loses its last block disappears`() throws {
    var outline = try outline("2x(push-up 10), plank 5s")
    #expect(outline.moveUp(at: 1) == 0)
    #expect(try outline.routine().text == "push-up 10, plank 5s")
    outline = try self.outline("squat 1, 2x(3x(push-up 10))")
    #expect(outline.moveDown(at: 3) == 2)
    #expect(try outline.routine().text == "squat 1, 2x(push-up 10)")
    outline.remove(at: 2)
    #expect(try outline.routine().text == "squat 1")
  }

  @Test func `a group moves with what is in it`() throws {
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
    #expect(throws: RoutineError.self) { try outline.replace(at: 0, with: "burpee 5") }
    #expect(throws: RoutineError.self) { try outline.insert("burpee", after: 0) }
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
  func `the number of a block changes`(text: String, steps: Int, expected: String) throws {
    var outline = try outline(text)
    outline.change(at: 0, by: steps)
    #expect(try outline.routine().text == expected)
  }

  @Test func `a limit that is violated is named`() throws {
    var outline = try outline("2x(2x(2x(2x(push-up 10))))")
    outline.group(at: 0)
    #expect(throws: Routine.Violation.tooDeep) { try outline.routine() }
    outline = try self.outline("push-up 10")
    outline.remove(at: 0)
    #expect(throws: Routine.Violation.empty) { try outline.routine() }
  }
}
