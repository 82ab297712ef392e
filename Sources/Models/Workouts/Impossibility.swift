/// A reason why the reps of a log are impossible.
public enum ImpossibilityReason: Hashable, Sendable {
  /// A rep, counted from 1, is later than the end of the workout.
  case afterTheEnd(rep: Int)
  /// Up to a rep, counted from 1, there are more reps than a person can do in the time.
  case tooFast(rep: Int)
  /// A distance was covered faster than anyone can.
  case fasterThanRecord(FastDistance)

  /// The reason as a sentence.
  public var sentence: String {
    switch self {
    case .afterTheEnd(let rep): "rep \(rep) came after the time was up"
    case .tooFast(let rep): "rep \(rep) came sooner than anyone can do \(rep) reps"
    case .fasterThanRecord(let distance): distance.sentence
    }
  }
}

extension RepLog {
  /// The minimum time for a rep of any challenge.
  public static let minGap = Duration.milliseconds(100)

  /// The maximum delay between a rep and its record. A stalled connection delivers several presses at once, and a
  /// person who forgot to press the key does so a few times afterwards.
  public static let maxDelay = Duration.seconds(5)

  /// Returns the maximum number of reps in a time. The first may be done as the clock starts.
  static func maxPossibleReps(in duration: Duration, minGap challengeGap: Duration) -> Int {
    let gap = Swift.max(challengeGap, minGap).wholeMilliseconds
    return Int(clamping: duration.wholeMilliseconds / gap + 1)
  }
}

extension WorkoutLog {
  /// Returns the reason why a person can't have done these reps; `nil` for a possible log.
  ///
  /// Any two reps must be far enough apart for the reps between them, at `challengeGap` each, with a tolerance of
  /// ``RepLog/maxDelay``. In total there can't be more than ``RepLog/maxPossibleReps(in:minGap:)``.
  ///
  /// - Parameter challengeGap: The minimum time for one rep of the challenge. At least ``RepLog/minGap`` is used.
  /// - Complexity: O(n).
  public func impossibilityReason(minGap challengeGap: Duration) -> ImpossibilityReason? {
    let gap = max(challengeGap, RepLog.minGap).wholeMilliseconds
    let (end, maxDelay) = (duration.wholeMilliseconds, RepLog.maxDelay.wholeMilliseconds)
    // The delay of each rep relative to the fastest pace from the start. It may decrease by up to the tolerance.
    var latest: Int64 = 0
    var fastest: Int64 = 0
    for (index, instant) in reps.milliseconds.enumerated() {
      guard Int64(instant) <= end else { return .afterTheEnd(rep: index + 1) }
      fastest += gap
      let late = Int64(instant) - fastest
      guard latest - late <= maxDelay else { return .tooFast(rep: index + 1) }
      latest = max(latest, late)
    }
    let maxReps = RepLog.maxPossibleReps(in: duration, minGap: challengeGap)
    return repCount > maxReps ? .tooFast(rep: maxReps + 1) : nil
  }
}

extension Challenge {
  /// Returns the reason why a person can't have done a workout; `nil` for a possible one.
  ///
  /// The reps are judged as in ``WorkoutLog/impossibilityReason(minGap:)``, and distances by ``Sport``. A strength session
  /// has no reason: its sets can be entered after they were done.
  ///
  /// - Complexity: O(n) in the reps, and in the skips and sets of a routine with a distance.
  public func impossibilityReason(of workout: Workout) -> ImpossibilityReason? {
    guard workout.challenge != .strength else { return nil }
    return workout.log.impossibilityReason(minGap: minGap)
      ?? routine.tooFastDistance(in: workout).map { .fasterThanRecord($0) }
      ?? tooFastFigure(of: workout.figures, in: workout.duration).map { .fasterThanRecord($0) }
  }
}

// MARK: - Distances

/// A sport in which distances are covered, with the fastest times of people.
///
/// They are limits: a shorter time is impossible. Women's records are slower, so these are of all people. As of 2025:
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

  /// The words of exercises, in the singular.
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

  /// The maximum speed over any shorter distance, in meters a second: Usain Bolt's over 20 m of his record, and generous
  /// bounds for the others.
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
  /// Nobody is faster over a distance than the record over a shorter one.
  private func shortestTime(forMeters meters: Double) -> Duration {
    let record = records.last { $0.meters <= meters } ?? (meters: topSpeed, seconds: 1)
    return .milliseconds(Int64((meters * record.seconds / record.meters * 1000).rounded()))
  }

  /// Returns the sports that the name of an exercise can mean; empty if it is no sport.
  static func sports(of exercise: String) -> [Sport] {
    let words = exercise.nameWords
    return allCases.filter { $0.names.contains(where: words.contains) }
  }

  /// Returns the shortest time in which a person can cover a distance.
  ///
  /// - Parameter exercise: The name of the exercise, which decides the sport. Of an unknown one the fastest is assumed.
  static func shortestTime(forMeters meters: Double, exercise: String) -> Duration {
    let sports = sports(of: exercise)
    let times = (sports.isEmpty ? allCases : sports).map { $0.shortestTime(forMeters: meters) }
    return times.min() ?? .zero
  }
}

/// A distance that was covered, or typed sets that were done, in a shorter time than anyone can.
public struct FastDistance: Hashable, Sendable {
  /// The distance with its exercise: `run 5km`.
  let name: String
  let time: Duration
  let shortestTime: Duration

  /// `run 5km in 00:10.00 is faster than anyone can: at least 12:35.36`.
  public var sentence: String {
    "\(name) in \(time.clockText) is faster than anyone can: at least \(shortestTime.clockText)"
  }
}

extension Routine {
  /// Returns a distance of a workout that was covered too fast, or the whole of a typed one.
  ///
  /// A distance can have been begun up to ``RepLog/maxDelay`` before the press that ended the set before it. The first of
  /// a workout, and all of them together, have no such tolerance.
  ///
  /// - Complexity: O(n) in the reps, the skips and the sets.
  func tooFastDistance(in workout: Workout) -> FastDistance? {
    guard !workout.log.hasTypedReps else {
      return tooFastSets(ofReps: workout.reps, in: workout.duration)
    }
    guard hasDistance else { return nil }
    var total = Duration.zero
    for split in results(of: workout).splits where split.isFinished && !split.isSkipped {
      let shortest = split.target.shortestTime(of: split.exercise)
      guard shortest > .zero else { continue }
      let end = split.start + split.duration
      total += shortest
      guard min(split.duration + RepLog.maxDelay, end) >= shortest, end >= total else {
        return FastDistance(
          name: "\(split.exercise) \(split.target.text)", time: split.duration,
          shortestTime: shortest)
      }
    }
    return nil
  }

  /// Returns the sets of typed reps, if a person can't do them in a time.
  func tooFastSets(ofReps reps: Int, in time: Duration) -> FastDistance? {
    let shortest = shortestTime(ofReps: reps)
    guard shortest > time else { return nil }
    return FastDistance(name: isSingleSet ? text : "this", time: time, shortestTime: shortest)
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

extension Challenge {
  /// Returns the distance that a person added to a workout, if nobody can cover it in the time with any of the exercises.
  public func tooFastFigure(of figures: WorkoutFigures, in time: Duration) -> FastDistance? {
    guard let distance = figures.distance else { return nil }
    let shortest =
      routine.exercises.map { Sport.shortestTime(forMeters: distance.meters, exercise: $0) }.min()
    guard let shortest, shortest > time else { return nil }
    return FastDistance(name: distance.text, time: time, shortestTime: shortest)
  }
}
