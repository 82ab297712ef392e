import Models

extension FuzzTarget {
  /// Checks that a parsed routine round-trips, that errors can be shown, and that a cursor which follows a workout is equal
  /// to a cursor that is computed from the complete log.
  func checkRoutine(_ bytes: [UInt8]) throws(PropertyViolation) {
    let text = bytes.asText
    let routine: Routine
    do throws(TextError) {
      routine = try Routine(text: text)
    } catch {
      try expect(
        (1...text.count + 1).contains(error.column), "\(error) in \(text.count) characters")
      try expect(error.problem.escapedText.isOnlyText, "\(error)")
      return
    }
    try expect(Routine(routine.text) == routine, "does not round-trip: \(routine)")
    try expect(Routine(routine.text)?.text == routine.text, "not canonical: \(routine)")
    try expect(routine.text.isOnlyText, "\(routine)")
    try expect(routine.timeLimit ?? .zero <= Routine.maxDuration, "\(routine) takes too long")
    try checkCursor(of: routine, bytes)
    try checkOutline(of: routine, bytes)
  }

  /// Checks that the outline of a routine round-trips after each change that the bytes select.
  private func checkOutline(of routine: Routine, _ bytes: [UInt8]) throws(PropertyViolation) {
    var outline = RoutineOutline(routine)
    try expect((try? outline.routine()) == routine, "the outline does not round-trip: \(routine)")
    for byte in bytes.prefix(100) where !outline.lines.isEmpty {
      let line = Int(byte / 8) % outline.lines.count
      switch byte % 8 {
      case 0: outline.moveUp(at: line)
      case 1: outline.moveDown(at: line)
      case 2: outline.group(at: line)
      case 3: outline.ungroup(at: line)
      case 4: outline.remove(at: line)
      case 5 where outline.lines.count < 100: outline.duplicate(at: line)
      default: outline.change(at: line, by: Int(Int8(bitPattern: byte)))
      }
      guard let changed = try? outline.routine() else { continue }
      try expect(RoutineOutline(changed) == outline, "the outline does not round-trip: \(changed)")
      try expect(Routine(changed.text) == changed, "does not round-trip: \(changed)")
    }
  }

  private func checkCursor(of routine: Routine, _ bytes: [UInt8]) throws(PropertyViolation) {
    var cursor = RoutineCursor(routine)
    var log = WorkoutLog()
    var time = Duration.zero
    for byte in bytes.prefix(200) {
      time += .milliseconds(Int64(byte) * Int64(byte))
      if byte % 3 == 0 { log.append(.press, at: time) }
      if byte % 7 == 0 { log.append(.skip, at: time) }
      cursor.advance(to: time, log)
      _ = cursor.next
    }
    var other = RoutineCursor(routine)
    other.advance(to: time, log)
    try expect(cursor == other, "\(routine) with \(log.reps.milliseconds) and \(log.skips)")
    let results = routine.results(of: log.ended(at: time))
    try expect(results.unfinishedReps >= 0, "\(routine): more reps in rounds than in the log")
  }
}
