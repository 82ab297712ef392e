import FoundationEssentials
import Testing

@testable import Models

struct WorkoutLogTests {
  /// Creates a log from events with their instants in milliseconds, and returns which of them were recorded.
  private func log(_ events: [(Int, WorkoutLog.Event)]) -> (log: WorkoutLog, areRecorded: [Bool]) {
    var log = WorkoutLog()
    let areRecorded = events.map { log.append($1, at: .milliseconds($0)) }
    return (log, areRecorded)
  }

  private func set(_ text: String) throws -> SetEntry { try SetEntry(text: text, unit: .kilograms) }

  // MARK: - Events

  @Test func `reps increase strictly`() {
    let (log, areRecorded) = log([
      (-1, .press), (900, .press), (900, .press), (899, .press), (901, .press),
    ])
    #expect(areRecorded == [false, true, false, false, true])
    #expect(log.reps.milliseconds == [900, 901])
    #expect(log.earliestPress == .milliseconds(902))
  }

  @Test func `instants have a limit`() {
    var log = WorkoutLog()
    let late = log.append(.press, at: RepLog.maxInstant + .milliseconds(1))
    let last = log.append(.press, at: RepLog.maxInstant)
    #expect(!late && last)
  }

  @Test func `an undo removes the last rep`() {
    let (log, areRecorded) = log([
      (0, .undo), (1000, .press), (3000, .press), (4000, .undo), (3999, .press), (4000, .press),
      (5000, .undo), (5000, .undo), (5000, .undo),
    ])
    #expect(areRecorded == [false, true, true, true, false, true, true, true, false])
    #expect(log.reps.isEmpty && log.duration == .seconds(5))
  }

  @Test func `a skip must be later than the previous one and can be undone`() {
    let (log, areRecorded) = log([
      (0, .undoSkip), (2000, .skip), (2000, .skip), (1000, .skip), (3000, .skip),
      (3000, .undoSkip), (3000, .press),
    ])
    #expect(areRecorded == [false, true, false, false, true, true, true])
    #expect(log.skips == [2000] && log.reps.milliseconds == [3000])
  }

  @Test func `a pause records its length and the time worked before it`() {
    let (log, areRecorded) = log([
      (2000, .resume(after: .seconds(1))), (2000, .pause), (2000, .pause),
      (2000, .resume(after: .seconds(5))), (10_000, .pause),
      (10_000, .resume(after: .seconds(-1))), (10_000, .resume(after: .seconds(30.5))),
    ])
    #expect(areRecorded == [false, true, false, true, true, false, true])
    #expect(
      log.pauses == [
        .init(at: .seconds(2), for: .seconds(5)), .init(at: .seconds(10), for: .seconds(30.5)),
      ])
    #expect(log.pauseTotal == .seconds(35.5) && log.provenance == .paused)
  }

  @Test func `two pauses at the same instant are merged`() {
    let events: [(Int, WorkoutLog.Event)] = [
      (2000, .pause), (2000, .resume(after: .seconds(5))), (2000, .pause),
      // The clock was set back to an earlier instant.
      (1500, .resume(after: .seconds(4))),
    ]
    #expect(log(events).log.pauses == [.init(at: .seconds(2), for: .seconds(9))])
  }

  @Test func `a pause is recorded when it ends`() {
    let (log, _) = log([(2000, .pause)])
    #expect(log.isPaused && log.pauses.isEmpty && log.provenance == [])
  }

  @Test func `there is a maximum number of pauses`() {
    var log = WorkoutLog()
    for second in 1...WorkoutLog.maxPauseCount + 5 {
      log.append(.pause, at: .seconds(second))
      log.append(.resume(after: .seconds(1)), at: .seconds(second))
    }
    #expect(log.pauses.count == WorkoutLog.maxPauseCount)
    #expect(WorkoutLog(bytes: log.bytes)?.pauses == log.pauses)
  }

  @Test func `after the end only the provenance is recorded`() {
    let (log, areRecorded) = log([
      (1000, .press), (0, .end(.seconds(2))), (0, .end(.seconds(3))), (3000, .press),
      (3000, .pause), (0, .edited), (0, .imported), (0, .typed(reps: 3)),
    ])
    #expect(areRecorded == [true, true, false, false, false, true, true, false])
    #expect(log.duration == .seconds(2) && log.provenance == [.edited, .imported])
  }

  @Test(arguments: [0, 1, 127, 128, RepLog.maxReps])
  func `typed reps have no instants`(reps: Int) throws {
    let log = try #require(WorkoutLog(typedReps: reps))
    #expect(log.repCount == reps && log.hasTypedReps == (reps > 0) && log.reps.isEmpty)
    #expect(log.provenance == .typed && WorkoutLog(bytes: log.bytes) == log)
    var changed = log
    let isAdded = changed.append(.press, at: .seconds(1))
    #expect(!isAdded)
    #expect(WorkoutLog(typedReps: RepLog.maxReps + 1) == nil && WorkoutLog(typedReps: -1) == nil)
  }

  @Test func `typed reps are scored by their number and time`() throws {
    let log = try #require(WorkoutLog(typedReps: 30))
    func score(by scoring: Challenge.Scoring) -> Score? {
      Challenge.custom("own-x", name: "X", kind: .core, scoring: scoring, instructions: [])
        .score(of: log.ended(at: .seconds(90)))
    }
    #expect(score(by: .reps(within: .seconds(120)))?.reps == 30)
    #expect(score(by: .time(forReps: 30))?.duration == .seconds(90))
    #expect(log.ended(at: .seconds(3)).impossibilityReason(minGap: .zero) == nil)
    #expect(log.ended(at: .seconds(2)).impossibilityReason(minGap: .zero) == .tooFast(rep: 22))
  }

  @Test func `a session has the reps of its sets, except warm-up sets`() throws {
    let (log, areRecorded) = log([
      (0, .undoSet), (1000, .set("squat", try set("w60x5"))),
      (2000, .set("squat", try set("100x5"))), (3000, .set("squat", try set("100x4"))),
      (4000, .undoSet), (5000, .set("no \u{7} name", try set("100x4"))),
    ])
    #expect(areRecorded == [false, true, true, true, true, false])
    #expect(log.sets.map(\.instant) == [.seconds(1), .seconds(2)])
    #expect(log.repCount == 5 && log.hasTypedReps && log.provenance == [])
    let renamed = log.mapSets { ("front \($0)", $1) }
    #expect(renamed.sets.map(\.exercise) == ["front squat", "front squat"])
    // Undone sets are renamed, too.
    #expect(
      !String(decoding: renamed.bytes, as: UTF8.self).replacing("front squat", with: "")
        .contains("squat"))
    var edited = log
    edited.append(.editSet(2, "squat", try set("100x6 note")), at: .seconds(6))
    #expect(edited.mapSets { ("front \($0)", $1) }.sets[1].exercise == "front squat")
  }

  @Test func `sets can be edited and deleted, and each change can be undone`() throws {
    let (squat, row, heavy) = (try set("100x5"), try set("60x8"), try set("110x3"))
    var (log, areRecorded) = log([
      (1000, .set("squat", squat)), (2000, .set("row", row)), (3000, .editSet(1, "squat", heavy)),
      (4000, .deleteSet(1)),
    ])
    #expect(!areRecorded.contains(false))
    #expect(log.sets.map(\.set) == [row] && log.repCount == 8 && log.provenance == [])
    #expect(log.lastSetChange == .deleted(0, PerformedSet("squat", heavy, at: .seconds(1))!))
    var states: [[String]] = []
    while log.append(.undoSet, at: .seconds(5)) {
      states.append(log.sets.map { "\($0.exercise) \($0.set.text) \($0.instant)" })
      #expect(WorkoutLog(bytes: log.bytes)?.sets == log.sets)
      #expect(WorkoutLog(bytes: log.bytes)?.lastSetChange == log.lastSetChange)
    }
    let rowText = "row 60kgx8 2.0 seconds"
    #expect(
      states == [
        ["squat 110kgx3 1.0 seconds", rowText], ["squat 100kgx5 1.0 seconds", rowText],
        ["squat 100kgx5 1.0 seconds"], [],
      ])
  }

  @Test func `a set keeps the planned set that it fulfills`() throws {
    let first = try set("100x5")
    var (log, areRecorded) = log([
      (1000, .set("squat", first, planned: "5 @ 100kg")), (2000, .set("squat", first)),
      (3000, .editSet(1, "front squat", try set("90x5"))),
      (4000, .set("squat", first, planned: "5 \u{1B}[31m")),
    ])
    #expect(areRecorded == [true, true, true, false])
    #expect(log.sets.map(\.planned) == ["5 @ 100kg", nil])
    #expect(WorkoutLog(bytes: log.bytes)?.sets == log.sets)
    #expect(log.mapSets { ("row", $1) }.sets.map(\.planned) == ["5 @ 100kg", nil])
    #expect(log.corrected(to: Array(log.sets.reversed()))?.sets[1].planned == "5 @ 100kg")
    log.append(.deleteSet(1), at: .seconds(5))
    log.append(.undoSet, at: .seconds(6))
    #expect(log.sets.first?.planned == "5 @ 100kg")
  }

  @Test func `a change of a set that does not exist, or beyond a limit, is refused`() throws {
    let most = try set("100x1000")
    var (log, areRecorded) = log([
      (0, .editSet(1, "squat", most)), (0, .deleteSet(1)), (1000, .set("squat", try set("100x5"))),
      (2000, .editSet(0, "squat", most)), (2000, .editSet(2, "squat", most)),
      (2000, .editSet(1, "no \u{7} name", most)), (2000, .deleteSet(0)), (2000, .deleteSet(2)),
      (2000, .deleteSet(1)), (2000, .editSet(1, "squat", most)),
    ])
    #expect(areRecorded == [false, false, true, false, false, false, false, false, true, false])
    for _ in 0..<RepLog.maxReps / 1000 {
      guard log.append(.set("squat", most), at: .seconds(3)) else { break }
    }
    log.append(.editSet(1, "squat", try set("w100x1000")), at: .seconds(4))
    let isAdded = log.append(.set("squat", most), at: .seconds(5))
    let isEdited = log.append(.editSet(1, "squat", most), at: .seconds(6))
    #expect(isAdded && !isEdited && log.sets.reps == RepLog.maxReps)
    #expect(WorkoutLog(bytes: log.bytes)?.sets == log.sets)
  }

  @Test func `thousands of edits are read in time proportional to their number`() throws {
    var log = WorkoutLog()
    log.append(.set("squat", try set("100x5")), at: .zero)
    for reps in 1...20_000 {
      log.append(.editSet(1, "squat", try set("100x\(reps % 9 + 1)")), at: .seconds(1))
    }
    let read = try #require(WorkoutLog(bytes: log.bytes))
    #expect(read.sets == log.sets && read.sets[0].set.reps == 20_000 % 9 + 1)
  }

  @Test func `the log of a draft ends at the draft's duration`() throws {
    let (log, _) = log([(1000, .press)])
    let draft = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: Date(millisecondsSince1970: 0),
      duration: .seconds(9), log: log)
    #expect(log.duration == .seconds(1))
    #expect(draft.workout(by: "Ann").duration == .seconds(9))
  }

  @Test func `the text of pauses has their number, and their total length in whole seconds`() {
    func workout(_ pauses: [WorkoutLog.Pause]) -> Workout {
      Workout(
        id: UUID(), challenge: "pushups-2min", user: "Ann",
        startedAt: Date(millisecondsSince1970: 0),
        log: WorkoutLog(reps: RepLog(), pauses: pauses, duration: .seconds(120)))
    }
    #expect(workout([]).pauseText == nil)
    #expect(workout([.init(at: .seconds(65), for: .zero)]).pauseText == "with a pause")
    let one = workout([.init(at: .seconds(65), for: .seconds(44.2))])
    #expect(one.pauseText == "paused for 0:44")
    #expect(one.log.pauses.map(\.text) == ["0:44 at 1:05"])
    let two = workout([
      .init(at: .seconds(65), for: .seconds(45)), .init(at: .seconds(80), for: .seconds(25)),
    ])
    #expect(two.pauseText == "paused 2 times for 1:10")
  }

  // MARK: - Encoding

  @Test func `a hundred reps take two bytes each`() throws {
    let reps = try #require(RepLog(milliseconds: (1...100).map { $0 * 1437 }))
    #expect(WorkoutLog(reps: reps).bytes.count == 200)
  }

  @Test(
    arguments: [[], [0], [1], [0, 1], [63, 64, 8255], [8192, 16_384], [1, .max]] as [[UInt32]])
  func `reps survive a round trip`(milliseconds: [UInt32]) throws {
    let log = WorkoutLog(reps: try #require(RepLog(milliseconds: milliseconds)))
    #expect(WorkoutLog(bytes: log.bytes)?.reps.milliseconds == milliseconds)
  }

  @Test func `events of all kinds survive a round trip`() throws {
    let (log, areRecorded) = log([
      (1000, .press), (2000, .press), (2000, .undo), (3000, .skip), (4000, .skip),
      (4000, .undoSkip), (5000, .pause), (5000, .resume(after: .seconds(100_000))),
      (6000, .set("squat", try set("100x5 easy"))), (7000, .set("row", try set("50x5"))),
      (7000, .undoSet), (7000, .editSet(1, "row", try set("50x6"))), (7000, .undoSet),
      (7000, .deleteSet(1)), (0, .end(.seconds(8))), (0, .edited), (0, .imported),
    ])
    #expect(!areRecorded.contains(false))
    let read = try #require(WorkoutLog(bytes: log.bytes))
    #expect(read == log && read.reps == log.reps && read.skips == log.skips)
    #expect(read.pauses == log.pauses && read.sets == log.sets)
    #expect(read.duration == log.duration && read.provenance == log.provenance)
  }

  @Test(
    "bytes that are not a log are refused",
    arguments: [
      // A number that is truncated or too large, and an instant after the limit.
      [0x80], [2, 0x80], Array(repeating: 0xFF, count: 10), [0xFE, 0xFF, 0xFF, 0xFF, 0x3F],
      // Two reps at the same instant, an unknown kind, and a missing kind.
      [2, 0], [1, 13], [1],
      // An edit and a deletion without a set, of set 0 and of a deleted set, and without values.
      [1, 11, 1, 1, 0x61, 2, 0x78, 0x35], [1, 12, 1],
      [1, 5, 1, 0x61, 2, 0x78, 0x35, 1, 12, 0], [1, 5, 1, 0x61, 2, 0x78, 0x35, 1, 12],
      [1, 5, 1, 0x61, 2, 0x78, 0x35, 1, 12, 1, 1, 11, 1, 1, 0x61, 2, 0x78, 0x35],
      [1, 5, 1, 0x61, 2, 0x78, 0x35, 1, 11, 1],
      // An undo, a resume, an undone skip and an undone set without a preceding event.
      [1, 0], [1, 4, 1], [1, 2], [1, 6],
      // A set without its texts, with a text that is too long, and with one that is not UTF-8.
      [1, 5], [1, 5, 5, 0x61], [1, 5, 1, 0xFF, 2, 0x78, 0x35], [1, 5, 1, 0x61, 1, 0x61],
      // Two ends, a rep after the end, an end without a time, and an end after a hundred years.
      [1, 7, 1, 1, 7, 1], [1, 7, 1, 2], [1, 7],
      [1, 7, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      // Typed reps twice, too many, and after a rep.
      [1, 8, 1, 1, 8, 1], [1, 8, 0xA1, 0x8D, 0x06], [2, 1, 8, 1],
    ] as [[UInt8]])
  func refusal(bytes: [UInt8]) {
    #expect(WorkoutLog(bytes: bytes) == nil)
  }

  @Test func `a log has a maximum size`() {
    let undos: [UInt8] = [2, 1, 0]
    let count = WorkoutLog.maxSize / 3
    let largest = Array(repeatElement(undos, count: count).joined())
    #expect(WorkoutLog(bytes: largest) != nil)
    #expect(WorkoutLog(bytes: largest + undos) == nil)
  }

  @Test func `decoding random bytes never traps or results in decreasing instants`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      if let log = WorkoutLog(bytes: bytes) {
        #expect(RepLog(milliseconds: log.reps.milliseconds) != nil)
        #expect(WorkoutLog(bytes: log.bytes) == log)
      }
    }
  }
}

struct CorrectionTests {
  private let log = WorkoutLog(
    reps: RepLog(milliseconds: [10, 20, 30])!, skips: [15, 28],
    pauses: [.init(at: .milliseconds(12), for: .seconds(5))], duration: .seconds(1))

  private func corrected(
    to reps: Int, in milliseconds: Int64 = 1000, isScoredByTime: Bool = false
  ) -> WorkoutLog? {
    log.corrected(to: reps, duration: .milliseconds(milliseconds), isScoredByTime: isScoredByTime)
  }

  @Test func `a correction to fewer reps removes the last reps`() {
    #expect(corrected(to: 2)?.reps.milliseconds == [10, 20])
    #expect(corrected(to: 0, in: 0)?.repCount == 0)
    #expect(corrected(to: -1) == nil)
  }

  @Test func `after a correction to more reps, all reps are typed reps`() {
    #expect(corrected(to: 4)?.typedReps == 4)
    #expect(corrected(to: 4)?.provenance == [.edited, .typed, .paused])
    #expect(corrected(to: RepLog.maxReps + 1) == nil)
    let again = corrected(to: 4)?.corrected(to: 3, duration: .zero, isScoredByTime: false)
    #expect(again?.repCount == 3 && again?.hasTypedReps == true)
  }

  @Test func `instants are kept if they still apply`() {
    for (corrected, isKept) in [
      (corrected(to: 3, in: 30), true), (corrected(to: 3, in: 2000), true),
      (corrected(to: 3, in: 29), false),
      // If the challenge is scored by time, the time is the result.
      (corrected(to: 3, isScoredByTime: true), true),
      (corrected(to: 3, in: 2000, isScoredByTime: true), false),
    ] {
      #expect(corrected?.repCount == 3)
      #expect(corrected?.reps == (isKept ? log.reps : RepLog()))
    }
    #expect(corrected(to: 2, in: 2000, isScoredByTime: true)?.reps.milliseconds == [10, 20])
  }

  @Test func `skips and pauses before the end are kept, but typed reps have no skips`() {
    #expect(corrected(to: 2, in: 28)?.skips == [15, 28])
    #expect(corrected(to: 2, in: 27)?.skips == [15])
    #expect(corrected(to: 1, in: 12)?.pauses == log.pauses)
    #expect(corrected(to: 1, in: 11)?.pauses == [])
    #expect(corrected(to: 4)?.skips == [] && corrected(to: 4)?.pauses == log.pauses)
  }

  @Test func `the corrected time of a hold is typed in`() {
    let hold = WorkoutLog(reps: RepLog(), duration: .seconds(60))
    let longer = hold.corrected(to: 0, duration: .seconds(70), isScoredByTime: false)
    #expect(longer?.duration == .seconds(70) && longer?.provenance == [.edited, .typed])
  }

  @Test func `a corrected session keeps its time and its provenance`() throws {
    let sets = try ["100x5", "100x4"].enumerated().map { index, text in
      try #require(
        PerformedSet(
          "squat", SetEntry(text: text, unit: .kilograms), at: .seconds(60 * index)))
    }
    var session = try #require(WorkoutLog(sets: sets, duration: .seconds(90)))
    #expect(session.corrected(to: [sets[0]])?.provenance == .edited)
    session.append(.typed(reps: 0), at: .zero)
    let corrected = try #require(session.corrected(to: [sets[1]]))
    #expect(corrected.sets == [sets[1]] && corrected.duration == .seconds(90))
    #expect(corrected.provenance == [.edited, .typed])
    let longer = session.corrected(to: 9, duration: .seconds(100), isScoredByTime: false)
    #expect(longer?.sets == sets && longer?.duration == .seconds(100))
    #expect(session.corrected(to: Array(repeating: sets[0], count: 501)) == nil)
  }
}
