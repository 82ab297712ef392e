import FoundationEssentials
import Testing

@testable import Models

/// Tests of the function that judges results, with a table of honest and forged ones.
struct JudgedResultTests {
  @Test(arguments: JudgedResult.honest)
  func `an honest result is possible`(result: JudgedResult) throws {
    let challenge = try result.challenge
    #expect(challenge.impossibilityReason(of: result.log) == nil)
    #expect(challenge.score(of: result.log) != nil)
  }

  @Test(arguments: JudgedResult.forged)
  func `a forged result is impossible`(result: JudgedResult) throws {
    let reason = try #require(try result.challenge.impossibilityReason(of: result.log))
    #expect(!reason.sentence.isEmpty)
  }

  @Test func `the table has 200 results and each challenge of the catalogue`() {
    #expect(JudgedResult.honest.count + JudgedResult.forged.count >= 200)
    for results in [JudgedResult.honest, JudgedResult.forged] {
      let ids = Set(results.map { $0.text.prefix { $0 != ":" } })
      #expect(Catalogue.standard.challenges.allSatisfy { ids.contains($0.id.rawValue[...]) })
    }
  }

  @Test(arguments: [
    ("pushups-2min: 5000 typed, 1:00:00", "60:00.00 is more than the 2:00 of the challenge"),
    ("pushups-2min: 5000 typed, 2:00", "5000 reps in 02:00.00 is faster than humanly possible"),
    ("pushups-100: 101 typed, 2:00", "101 reps exceed the 100 of the challenge"),
    ("plank-hold: 24:00:00", "1440:00.00 is longer than anyone can hold it: at most 10 hours"),
    ("plank-hold: 5/5, 1:00", "a hold has no reps"),
    ("squats-tabata: 10/8@21, 3:50", "rep 1 came in a rest"),
    ("pushups-2min: 100/120, 1:00", "rep 51 came after the time was up"),
    ("pushups-2min: 300/70, 2:00", "rep 181 came sooner than anyone can do 181 reps"),
  ])
  func `an impossible result has a reason`(text: String, sentence: String) throws {
    let result = JudgedResult(text: text)
    #expect(try result.challenge.impossibilityReason(of: result.log)?.sentence == sentence)
  }

  @Test(arguments: [0, 5, 9, 10, 11, 40, 60, 61, 3599, 3600, 3601, 86_400])
  func `the maximum number of reps in a time can be done in that time`(seconds: Int) {
    for name in ["push-up", "burpee", "jumping jack", "unknown", "plank"] {
      let pace = RepPace(of: name)
      let reps = pace.maxReps(in: .seconds(seconds))
      #expect(pace.shortestTime(ofReps: reps) <= .seconds(seconds))
      #expect(pace.shortestTime(ofReps: reps + 1) >= .seconds(seconds))
    }
  }
}

/// A result in the tables ``honest`` and ``forged``.
///
/// The text is `CHALLENGE: REPS, TIME`. The challenge is an ID in the catalogue or the text of a routine. `50/60` is 50
/// reps, spaced evenly over 60 s; `50/60@10` begins after ten seconds, and `50/60@10*3/90` is repeated three times, at
/// intervals of 90 seconds. `-@30` skips after 30 seconds. A hold has no reps.
struct JudgedResult: Sendable, CustomTestStringConvertible {
  let text: String

  var testDescription: String { text }

  private var parts: [Substring] {
    let end = text.endIndex..<text.endIndex
    let colon = text.ranges(of: ": ").first ?? end
    // A routine can have commas, too.
    let comma = text.ranges(of: ", ").last { $0.lowerBound > colon.lowerBound } ?? colon
    return [
      text[..<colon.lowerBound],
      comma.lowerBound > colon.lowerBound ? text[colon.upperBound..<comma.lowerBound] : "",
      text[comma.upperBound...],
    ]
  }

  var challenge: Challenge {
    get throws {
      let name = String(parts[0])
      return try Catalogue.standard[Challenge.ID(rawValue: name)] ?? .sample(name)
    }
  }

  var log: WorkoutLog {
    let time = parts[2].split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? 0) }
    let duration = Duration.milliseconds(Int64((time * 1000).rounded()))
    if parts[1].hasSuffix(" typed") {
      let reps = Int(parts[1].prefix { $0 != " " }) ?? 0
      return (WorkoutLog(typedReps: reps) ?? WorkoutLog()).ended(at: duration)
    }
    var instants: Set<UInt32> = []
    var skips: [UInt32] = []
    for series in parts[1].split(separator: " ") {
      let fields = series.split { "/@*".contains($0) }.map { Double($0) ?? 0 }
      if series.hasPrefix("-@") {
        skips.append(UInt32(fields[1] * 1000))
        continue
      }
      let start = series.contains("@") ? fields[2] : 0
      let isRepeated = series.contains("*")
      let times = isRepeated ? Int(fields[fields.count - 2]) : 1
      let period = isRepeated ? fields[fields.count - 1] : 0
      for time in 0..<times {
        for rep in 1...Int(fields[0]) {
          let instant = start + Double(time) * period + fields[1] * Double(rep) / fields[0]
          instants.insert(UInt32((instant * 1000).rounded(.down)))
        }
      }
    }
    return WorkoutLog(
      reps: RepLog(milliseconds: instants.sorted()) ?? RepLog(), skips: skips, duration: duration)
  }

  private static func results(_ table: String) -> [JudgedResult] {
    table.split(separator: "\n").map { JudgedResult(text: String($0)) }
  }

  static let honest = results(
    """
    pushups-2min: 60/60, 1:00
    pushups-2min: 70 typed, 2:00
    pushups-2min: 100/118, 2:00
    pushups-2min: 1/1, 2:00
    pushups-2min: 200/120, 2:00
    pushups-2min: 140/60 20/60@60, 2:00
    pushups-2min: 30/40 20/1@60 30/40@70, 2:00
    pushups-2min: 1 typed, 0:01
    pushups-2min: 100/118, 2:00.35
    pushups-100: 100/45, 0:45
    pushups-100: 100 typed, 0:45
    pushups-100: 25/15*4/60, 3:15
    pushups-100: 63/200, 5:00
    pullups-5min: 20/40 10/60@60 8/60@180, 5:00
    pullups-5min: 74/60, 5:00
    pullups-5min: 100 typed, 5:00
    pullups-5min: 45/300, 5:00
    dips-2min: 140/60, 2:00
    dips-2min: 60 typed, 2:00
    dips-2min: 40/110, 2:00
    dead-hang: 1:00
    dead-hang: 16:03
    dead-hang: 1:20:50
    dead-hang: 0 typed, 2:30
    situps-2min: 120/120, 2:00
    situps-2min: 90 typed, 2:00
    situps-2min: 140/60, 2:00
    plank-hold: 0:00.5
    plank-hold: 5:00
    plank-hold: 9:38:47
    plank-hold: 0 typed, 4:20
    hollow-hold: 1:30
    hollow-hold: 30:00
    hollow-hold: 0 typed, 0:45
    core-rounds: 40/38@60*3/300 30/38@120*3/300 35/38@240*3/300, 14:40
    core-rounds: 1/1@10 40/38@60*3/300, 14:40
    core-rounds: 300 typed, 14:40
    core-rounds: 40/38@60, 1:50
    squats-3min: 120/180, 3:00
    squats-3min: 117/60 60/120@60, 3:00
    squats-3min: 150 typed, 3:00
    lunges-100: 100/75, 1:15
    lunges-100: 100 typed, 1:30
    lunges-100: 50/60 50/60@90, 2:30
    wall-sit: 2:00
    wall-sit: 11:51:14
    wall-sit: 0 typed, 3:00
    burpees-100: 100/240, 4:00
    burpees-100: 100 typed, 3:30
    burpees-100: 47/60 53/120@60, 3:00
    burpees-7min: 150/420, 7:00
    burpees-7min: 160 typed, 7:00
    burpees-7min: 48/60 90/350@60, 7:00
    pushup-intervals: 35/28*6/60, 5:30
    pushup-intervals: 60/30*1/60 40/28@60*5/60, 5:30
    pushup-intervals: 200 typed, 5:30
    pushup-intervals: 20/29*3/60, 3:00
    pushup-pyramid: 100/120, 2:00
    pushup-pyramid: 100 typed, 3:00
    pushup-pyramid: 30/60, 1:30
    squats-tabata: 20/19.5*8/30, 3:50
    squats-tabata: 28/19.9*8/30, 3:50
    squats-tabata: 160 typed, 3:50
    squats-tabata: 20/19*4/30, 2:00
    squats-tabata: 15/14 5/0.5@19*7/30, 3:50
    leg-rounds: 350/500, 8:20
    leg-rounds: 350 typed, 7:00
    leg-rounds: 120/240, 5:00
    burpees-emom-10: 10/35*10/60, 10:00
    burpees-emom-10: 20/59*10/60, 10:00
    burpees-emom-10: 120 typed, 10:00
    amrap-12min: 300/719, 12:00
    amrap-12min: 600/720, 12:00
    amrap-12min: 450 typed, 12:00
    amrap-12min: 30/3@57*12/60, 12:00
    seven-minutes: 30/29 25/29@80 30/29@120 20/29@160 40/29@200 30/29@240 90/29@320 30/29@360 20/29@400, 7:50
    seven-minutes: 300 typed, 7:50
    seven-minutes: 50/29, 1:00
    pull-push-squat: 600/1199, 20:00
    pull-push-squat: 1000/1200, 20:00
    pull-push-squat: 800 typed, 20:00
    deck-of-cards: 380/1100, 18:20
    deck-of-cards: 380 typed, 12:00
    deck-of-cards: 200/700, 15:00
    ten-to-one: 110/300, 5:00
    ten-to-one: 110 typed, 4:00
    ten-to-one: 50/100, 2:00
    three-hundreds: 300/400, 6:40
    three-hundreds: 300 typed, 5:00
    three-hundreds: 140/70 160/150@70, 3:40
    two-minute-rounds: 30/75*8/120, 16:00
    two-minute-rounds: 20/100*8/120, 16:00
    two-minute-rounds: 240 typed, 16:00
    cardio-rounds: 160/119*5/180, 14:00
    cardio-rounds: 700 typed, 14:00
    cardio-rounds: 45/29 90/29@30 90/29@60 40/29@90, 2:00
    jumping-jacks-1min: 70/60, 1:00
    jumping-jacks-1min: 90 typed, 1:00
    jumping-jacks-1min: 150/60, 1:00
    push-up 30:00: 2354/1800, 30:00
    push-up 1:00:00: 3877/3600, 1:00:00
    push-up 24:00:00: 46001/75960, 24:00:00
    burpee 24:00:00: 12003/86400, 24:00:00
    sit-up 24:00:00: 99000/86399, 24:00:00
    run 5km: 1/756, 12:36
    2x(run 400m, burpee 2): 1/60 2/4@60 1/60@64 2/4@124, 2:08
    jump rope 1:00: 220/60, 1:00
    half squats 1:00: 240/60, 1:00
    3x(push-up 10, plank 30s, rest 30s): 10/12*3/73, 3:08
    push-up max: 60/70, 1:30
    curl 10: 10/10, 0:10
    """)

  static let forged = results(
    """
    pushups-2min: 5000 typed, 1:00:00
    pushups-2min: 5000 typed, 2:00
    pushups-2min: 480 typed, 2:00
    pushups-2min: 480/120, 2:00
    pushups-2min: 300/70, 2:00
    pushups-2min: 100/120, 1:00
    pushups-2min: 166/120, 2:06
    pushups-2min: 100 typed, 2:00.001
    pushups-2min: 5000/3600, 1:00:00
    pushups-2min: 90/5@30, 2:00
    pushups-2min: 2 typed, 0:00.1
    pushups-100: 100 typed, 0:10
    pushups-100: 100/25, 0:25
    pushups-100: 5000 typed, 1:00:00
    pushups-100: 101 typed, 2:00
    pushups-100: 150/120, 2:00
    pullups-5min: 300 typed, 5:00
    pullups-5min: 600/300, 5:00
    pullups-5min: 60 typed, 5:01
    pullups-5min: 130/60, 5:00
    dips-2min: 400 typed, 2:00
    dips-2min: 260/120, 2:00
    dips-2min: 60/120, 1:59
    dead-hang: 24:00:00
    dead-hang: 3:00:00
    dead-hang: 0 typed, 10:00:00
    dead-hang: 10/10, 1:00
    dead-hang: 1000 typed, 1:00
    situps-2min: 400 typed, 2:00
    situps-2min: 350/120, 2:00
    situps-2min: 90 typed, 2:00:00
    plank-hold: 24:00:00
    plank-hold: 10:00:01
    plank-hold: 0 typed, 23:59:59
    plank-hold: 5/5, 1:00
    hollow-hold: 24:00:00
    hollow-hold: 5:00:00
    hollow-hold: 40 typed, 1:00
    core-rounds: 60/18@40*3/300, 14:40
    core-rounds: 90000 typed, 14:40
    core-rounds: 3000 typed, 14:40
    core-rounds: 200/39@60*3/300, 14:40
    core-rounds: 200/39@0*3/300, 14:40
    core-rounds: 300 typed, 15:00
    squats-3min: 600 typed, 3:00
    squats-3min: 500/180, 3:00
    squats-3min: 150 typed, 3:01
    lunges-100: 100 typed, 0:20
    lunges-100: 100/30, 0:30
    lunges-100: 200/300, 5:00
    wall-sit: 24:00:00
    wall-sit: 12:00:01
    wall-sit: 30/30, 1:00
    burpees-100: 100 typed, 1:00
    burpees-100: 100/75, 1:15
    burpees-100: 100 typed, 0:01
    burpees-7min: 700 typed, 7:00
    burpees-7min: 590/419, 7:00
    burpees-7min: 150 typed, 70:00
    pushup-intervals: 30/28@31*5/60, 5:30
    pushup-intervals: 1300 typed, 5:30
    pushup-intervals: 30/28*5/60 5/5@40, 5:30
    pushup-intervals: 160/29*6/60, 5:30
    pushup-intervals: 200 typed, 6:00
    pushup-pyramid: 100 typed, 0:20
    pushup-pyramid: 100/24, 0:24
    pushup-pyramid: 120/200, 3:20
    squats-tabata: 10/8@21*7/30, 3:50
    squats-tabata: 20/19*8/30 1/1@25, 3:50
    squats-tabata: 25/9@20.5*7/30, 3:50
    squats-tabata: 100/19*8/30, 3:50
    squats-tabata: 520 typed, 3:50
    squats-tabata: 160 typed, 4:00
    squats-tabata: 5000 typed, 1:00:00
    leg-rounds: 350 typed, 1:20
    leg-rounds: 350/85, 1:25
    leg-rounds: 400/600, 10:00
    burpees-emom-10: 900 typed, 10:00
    burpees-emom-10: 85/59*10/60, 10:00
    burpees-emom-10: 100 typed, 10:01
    amrap-12min: 90000 typed, 12:00
    amrap-12min: 90000 typed, 24:00:00
    amrap-12min: 2400/720, 12:00
    amrap-12min: 2000 typed, 12:00
    amrap-12min: 450 typed, 13:00
    seven-minutes: 15/8@31, 7:50
    seven-minutes: 9000 typed, 7:50
    seven-minutes: 200/29*1/40, 7:50
    seven-minutes: 300 typed, 8:00
    pull-push-squat: 90000 typed, 20:00
    pull-push-squat: 4000 typed, 20:00
    pull-push-squat: 4000/1199, 20:00
    pull-push-squat: 800 typed, 1:00:00
    deck-of-cards: 380 typed, 1:30
    deck-of-cards: 380/95, 1:35
    deck-of-cards: 400/1200, 20:00
    ten-to-one: 110 typed, 0:40
    ten-to-one: 110/40, 0:40
    ten-to-one: 111/300, 5:00
    three-hundreds: 300 typed, 1:10
    three-hundreds: 300/75, 1:15
    three-hundreds: 301 typed, 10:00
    two-minute-rounds: 30/40*8/120 20/20@60, 16:00
    two-minute-rounds: 5000 typed, 16:00
    two-minute-rounds: 240 typed, 17:00
    two-minute-rounds: 241 typed, 16:00
    cardio-rounds: 50/50@125, 14:00
    cardio-rounds: 20000 typed, 14:00
    cardio-rounds: 1200/119*5/180, 14:00
    jumping-jacks-1min: 300 typed, 1:00
    jumping-jacks-1min: 250/60, 1:00
    jumping-jacks-1min: 90 typed, 10:00
    run 5km: 1/10, 0:10
    run 5km: 1 typed, 0:10
    2x(run 400m, burpee 2): 1/60 2/4@60 1/10@64 2/4@74, 1:18
    jump rope 1:00: 700/60, 1:00
    3x(push-up 10, plank 30s, rest 30s): 30 typed, 1:00
    push-up max: 5000 typed, 2:00
    curl 10: 10/0.5, 0:00.5
    """)
}
