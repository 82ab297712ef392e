/// A sport that covers distances, with the fastest human times.
///
/// The times are limits: a shorter one is impossible. Women's records are slower, so these are men's, as of 2025:
///
/// - Running: World Athletics. Usain Bolt, 100 m in 9.58 s and 200 m in 19.19 s, Berlin 2009; Wayde van Niekerk, 400 m in
///   43.03 s, Rio de Janeiro 2016; David Rudisha, 800 m in 1:40.91, London 2012; Hicham El Guerrouj, 1500 m in 3:26.00,
///   Rome 1998; Joshua Cheptegei, 5000 m in 12:35.36, Monaco 2020, and 10 000 m in 26:11.00, Valencia 2020; Jacob Kiplimo,
///   half marathon in 56:42, Barcelona 2025; Eliud Kipchoge, marathon in 1:59:40, Vienna 2019 (with changing pacemakers,
///   so it isn't a record).
/// - Walking: World Athletics. Tom Bosworth, one mile in 5:31.08, London 2017; Toshikazu Yamanishi, 20 km in 1:16:10,
///   Kobe 2025.
/// - Rowing: Concept2, 500 m in 1:10.5 on the ergometer, Phil Clapp 2021; World Rowing, 2000 m in 5:18.68, the men's eight
///   of Germany, Poznań 2017.
/// - Cycling: UCI. Matthew Richardson, 200 m with a flying start in 8.857 s, Konya 2025; Jeffrey Hoogland, 1 km in
///   55.433 s, Aguascalientes 2023; Filippo Ganna, 56.792 km in an hour, Grenchen 2022.
/// - Swimming: World Aquatics, freestyle in a 25 m pool. Jordan Crooks, 50 m in 19.90 s, Budapest 2024; Kyle Chalmers,
///   100 m in 44.84 s, Kazan 2021; Yannick Agnel, 400 m in 3:32.25, Angers 2012; Florian Wellbrock, 1500 m in 14:06.88,
///   Abu Dhabi 2021.
enum Sport: CaseIterable {
  case running, walking, rowing, cycling, swimming

  /// The words in exercise names that identify the sport, in the singular.
  private var names: [String] {
    switch self {
    case .running: ["run", "running", "jog", "jogging", "sprint", "sprinting", "treadmill"]
    case .walking: ["walk", "walking", "hike", "hiking", "march", "ruck", "rucking"]
    case .rowing: ["row", "rowing", "erg", "rower", "kayak", "canoe", "paddle", "paddling"]
    case .cycling: ["cycle", "cycling", "bike", "biking", "bicycle", "ride", "riding", "spinning"]
    case .swimming:
      ["swim", "swimming", "crawl", "freestyle", "breaststroke", "backstroke", "butterfly"]
    }
  }

  /// The records, shortest distance first: a distance in meters with its time in seconds.
  private var records: [(meters: Double, seconds: Double)] {
    switch self {
    case .running:
      [
        (100, 9.58), (200, 19.19), (400, 43.03), (800, 100.91), (1500, 206), (5000, 755.36),
        (10_000, 1571), (21_097.5, 3402), (42_195, 7180),
      ]
    case .walking: [(1609.344, 331.08), (20_000, 4570)]
    case .rowing: [(500, 70.5), (2000, 318.68)]
    case .cycling: [(200, 8.857), (1000, 55.433), (56_792, 3600)]
    case .swimming: [(50, 19.9), (100, 44.84), (400, 212.25), (1500, 846.88)]
    }
  }

  /// The maximum speed in m/s over distances shorter than the first record's: for running, Usain Bolt's over
  /// the fastest 20 m of his record; for the other sports, a generous bound.
  private var topSpeed: Double {
    switch self {
    case .running: 12.5
    case .walking: 5.5
    case .rowing: 8.5
    case .cycling: 23
    case .swimming: 3.2
    }
  }

  /// Returns the shortest possible time for a distance.
  ///
  /// The speed over a distance is at most the speed of the record over the next shorter distance.
  private func shortestTime(forMeters meters: Double) -> Duration {
    let record = records.last { $0.meters <= meters } ?? (meters: topSpeed, seconds: 1)
    return .milliseconds(Int64((meters * record.seconds / record.meters * 1000).rounded()))
  }

  /// Returns the sports that the name of an exercise can mean; empty if it isn't a sport.
  static func sports(of exercise: String) -> [Sport] {
    let words = exercise.nameWords
    return allCases.filter { $0.names.contains(where: words.contains) }
  }

  /// Returns the shortest time in which a person can cover a distance.
  ///
  /// - Parameter exercise: The name of the exercise, which determines the sport. If it names no sport, the fastest is
  ///   assumed.
  static func shortestTime(forMeters meters: Double, exercise: String) -> Duration {
    let sports = sports(of: exercise)
    let times = (sports.isEmpty ? allCases : sports).map { $0.shortestTime(forMeters: meters) }
    return times.min() ?? .zero
  }
}

extension Routine.Target {
  /// Returns the shortest time in which a person can cover the distance; zero for any other target.
  func shortestTime(of exercise: String) -> Duration {
    guard case .distance(let number, let unit) = self else { return .zero }
    let meters = Distance(number, unit).meters
    return Sport.shortestTime(forMeters: meters, exercise: exercise)
  }
}

// MARK: - Reps

/// The maximum numbers of reps of an exercise that a person can do in a burst, in a minute and in an hour.
///
/// The limits are above all known results, including those with shallow reps, so that no honest result is refused. Some
/// results: 46 001 push-ups in a day (Charles Servizio, 1993), 2354 in half an hour (Rolf Heck) and 3877 in an hour
/// (Bijender Singh); 12 003 burpees in a day (Eva Clarke, 2015).
struct RepPace: Hashable, Sendable {
  /// The minimum time for one rep.
  private(set) var gap: Duration
  private(set) var maxRepsPerMinute: Int
  private(set) var maxRepsPerHour: Int

  private init(_ gap: Int64, _ maxRepsPerMinute: Int, _ maxRepsPerHour: Int) {
    self.gap = .milliseconds(gap)
    self.maxRepsPerMinute = maxRepsPerMinute
    self.maxRepsPerHour = maxRepsPerHour
  }

  /// The pace of an unknown exercise: one rep per ``RepLog/minGap``.
  static let any = RepPace(RepLog.minGap.wholeMilliseconds, 601, 36_001)
  /// The pace of a hold, during which some people count breaths.
  private static let hold = RepPace(1000, 61, 3601)

  /// The paces by the ``String/nameKey`` of an exercise.
  private static let known: [(key: String, pace: RepPace)] = [
    ("pushup", RepPace(250, 180, 5000)), ("pullup", RepPace(400, 100, 2000)),
    ("chinup", RepPace(400, 100, 2000)), ("dip", RepPace(300, 150, 4800)),
    ("situp", RepPace(300, 160, 7000)), ("crunch", RepPace(300, 180, 7500)),
    ("legraise", RepPace(300, 150, 5000)), ("squat", RepPace(300, 150, 6000)),
    ("lunge", RepPace(400, 130, 5000)), ("stepup", RepPace(300, 160, 6000)),
    ("calfraise", RepPace(250, 200, 8000)), ("burpee", RepPace(700, 70, 2200)),
    ("jumpingjack", RepPace(250, 200, 8000)), ("skaterjump", RepPace(250, 200, 7000)),
    ("highknee", RepPace(150, 390, 15_000)), ("mountainclimber", RepPace(150, 390, 15_000)),
  ]

  /// The words in the names of exercises with a partial range of motion, which are faster.
  private static let partialWords: Set = ["half", "quarter", "mini", "partial", "pulse"]

  /// Creates the pace of an exercise. If its name contains several exercises, the fastest is assumed.
  init(of exercise: String) {
    if Routine.isHold(exercise) {
      self = .hold
      return
    }
    let words = exercise.nameWords
    let names = Self.partialWords.isDisjoint(with: words) ? words.runs : []
    self.init(Self.known.filter { names.contains($0.key) }.map(\.pace))
  }

  /// Creates a pace with the loosest limits of several paces; ``any`` if there are none.
  init(_ paces: [RepPace]) {
    self = paces.first ?? .any
    for pace in paces {
      gap = min(gap, pace.gap)
      maxRepsPerMinute = max(maxRepsPerMinute, pace.maxRepsPerMinute)
      maxRepsPerHour = max(maxRepsPerHour, pace.maxRepsPerHour)
    }
  }

  /// The maximum reps at certain times in milliseconds. The limits at other times are computed linearly from them.
  private var marks: [(time: Int64, reps: Int64)] {
    [
      (0, 1), (10_000, 10_000 / gap.wholeMilliseconds + 1), (60_000, Int64(maxRepsPerMinute)),
      (3_600_000, Int64(maxRepsPerHour)),
    ]
  }

  /// Returns the maximum number of reps in a time. The first rep can be done when the clock starts.
  func maxReps(in time: Duration) -> Int {
    let (time, marks) = (time.wholeMilliseconds, marks)
    let end = marks.indices.dropFirst().first { time <= marks[$0].time } ?? marks.count - 1
    let (from, to) = (marks[end - 1], marks[end])
    let reps = (time - from.time) * (to.reps - from.reps) / (to.time - from.time)
    return Int(clamping: from.reps + reps)
  }

  /// Returns the shortest time for a number of reps.
  func shortestTime(ofReps reps: Int) -> Duration {
    let (reps, marks) = (max(1, Int64(reps)), marks)
    let end = marks.indices.dropFirst().first { reps <= marks[$0].reps } ?? marks.count - 1
    let (from, to) = (marks[end - 1], marks[end])
    let time = (reps - from.reps) * (to.time - from.time) / (to.reps - from.reps)
    return .milliseconds(from.time + time)
  }
}

extension Routine {
  /// The pace of the fastest exercise with reps.
  var fastestPace: RepPace {
    RepPace(
      steps.filter { !$0.target.isDistance }.map(\.exercise).uniqued.map { RepPace(of: $0) })
  }

  /// The maximum number of reps in all sets; `nil` if the number of sets, or the number of reps in a set, is open.
  var maxReps: Int? { Self.maxReps(in: blocks) }

  private static func maxReps(in blocks: [Block]) -> Int? {
    var sum = 0
    for block in blocks {
      switch block {
      case .rest: break
      case .step(let step):
        switch step.target {
        case .time(let time):
          sum += RepPace(of: step.exercise).maxReps(in: time) * step.sets
        case .reps(let reps): sum += reps * step.sets
        case .distance: sum += step.sets
        case .max: return nil
        }
      case .group(let group):
        guard let rounds = group.repetition.rounds, let reps = maxReps(in: group.blocks)
        else { return nil }
        sum += reps * rounds
      }
    }
    return sum
  }

  /// Returns the shortest time in which a person can do the reps of some exercises.
  static func shortestTime(of reps: [String: Int]) -> Duration {
    reps.reduce(.zero) { $0 + RepPace(of: $1.key).shortestTime(ofReps: $1.value) }
  }
}

// MARK: - Holds

extension Routine {
  /// Returns the longest time that a person can hold an exercise; `nil` if it isn't a known hold.
  ///
  /// The limits are above the records: Josef Šálek, plank for 9:38:47, 2023; Thienna Ho, wall sit for 11:51:14, 2008.
  static func maxHold(of exercise: String) -> Duration? {
    guard isHold(exercise) else { return nil }
    let names = exercise.nameWords.runs
    return .seconds(maxHoldHours.first { names.contains($0.name) }?.hours ?? 12) * 3600
  }

  private static let maxHoldHours: [(name: String, hours: Int)] = [
    ("plank", 10), ("wallsit", 12), ("hang", 2), ("hollowhold", 2), ("lsit", 2),
    ("handstand", 2), ("headstand", 4),
  ]
}
