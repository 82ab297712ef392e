import Models

/// The values of a workout's chart: its pace over time, or its rounds.
public struct WorkoutTrace: Equatable {
  public enum Values: Equatable {
    /// The pace in reps per minute, by the time in seconds.
    case pace([Point])
    /// The reps of each round.
    case roundReps([Int])
    /// The times of the rounds that weren't skipped.
    case roundTimes([RoundTime])
  }

  public struct RoundTime: Equatable {
    /// The number of the round. The first is 1.
    var number: Int
    var seconds: Double
  }

  public struct Point: Equatable {
    var seconds: Double
    var perMinute: Double
  }

  public let values: Values

  /// The minimum range of a pace chart, in reps per minute, so that an even pace looks even.
  static let minSpan = 10.0

  /// The maximum number of points of a pace chart, more than a terminal has columns.
  static let maxPoints = 400

  /// The number of gaps over which a pace is averaged, because single gaps vary too much.
  private static let gapCount = 5

  /// Creates the trace of a workout.
  ///
  /// - Returns: `nil` if the log has too few reps or no recorded times.
  /// - Complexity: O(n) in the reps.
  public init?(_ workout: Workout, of challenge: Challenge?) {
    guard workout.hasRecordedRepTimes else { return nil }
    if let rounds = Self.rounds(of: workout, challenge) {
      values = rounds
    } else {
      let points = Self.pace(of: workout.log.reps)
      guard points.count > 2 else { return nil }
      values = .pace(points)
    }
  }

  /// Returns the values of the rounds; `nil` for fewer than two rounds.
  private static func rounds(of workout: Workout, _ challenge: Challenge?) -> Values? {
    guard let routine = challenge?.routine, !routine.isSingleSet else { return nil }
    if routine.isTimed || routine.isOpenEnded {
      let reps = routine.repsOfRounds(in: workout)
      return reps.count > 1 ? .roundReps(reps) : nil
    }
    let times = routine.results(of: workout).rounds.enumerated().compactMap { index, round in
      round.isSkipped
        ? nil : RoundTime(number: index + 1, seconds: round.duration / .seconds(1))
    }
    return times.count > 1 ? .roundTimes(times) : nil
  }

  /// Returns the pace at each rep after the first ones, averaged over the last few gaps.
  ///
  /// - Complexity: O(n) in the reps.
  public static func pace(of log: RepLog) -> [Point] {
    let step = max(1, log.count / maxPoints)
    return stride(from: min(2, gapCount), to: log.count, by: step).compactMap { index in
      let gaps = min(gapCount, index)
      let (first, last) = (log[index - gaps], log[index])
      // Presses that arrive together have no pace.
      guard last - first >= RepLog.minGap * gaps else { return nil }
      return Point(
        seconds: last / .seconds(1), perMinute: Double(gaps) * 60 / ((last - first) / .seconds(1)))
    }
  }

  /// The title of the chart.
  public var title: String {
    switch values {
    case .pace: "Reps a minute"
    case .roundReps: "Reps of each round"
    case .roundTimes: "Seconds of each round"
    }
  }

  /// The values from left to right, for a sparkline.
  var sparklineValues: [Double] {
    switch values {
    case .pace(let points): points.map(\.perMinute)
    case .roundReps(let reps): reps.map(Double.init)
    case .roundTimes(let rounds): rounds.map(\.seconds)
    }
  }
}

extension Workout {
  /// Returns the pace in words: `24 reps a minute; 29 in the first half, 20 in the second`, or `5:14/km`.
  ///
  /// Only a single set is divided into halves, because rounds show more detail.
  ///
  /// - Returns: `nil` without reps or time, or if the pace is undefined.
  /// - Complexity: O(log n) in the reps of a single set; otherwise O(n) in the reps and sets.
  func paceText(in challenge: Challenge?) -> String? {
    if let pace = challenge?.distancePace(of: self) { return pace }
    let pace = challenge.map { $0.pace(of: self) } ?? log.pace(over: duration)
    guard let pace, sets.isEmpty else { return nil }
    let whole = "\(Int(pace.rounded())) reps a minute"
    guard challenge?.hasRounds != true, hasRecordedRepTimes, reps >= 8 else { return whole }
    let time = challenge?.score(of: self)?.duration ?? duration
    let firstHalfReps = log.reps.count(through: time / 2)
    let minutes = time / .seconds(120)
    let first = Int((Double(firstHalfReps) / minutes).rounded())
    let second = Int((Double(reps - firstHalfReps) / minutes).rounded())
    return "\(whole); \(first) in the first half, \(second) in the second"
  }

  /// The longest time between two reps in words: `4.20 s, after rep 31`.
  ///
  /// It is `nil` for fewer than three reps, or without recorded times.
  ///
  /// - Complexity: O(n) in the reps.
  var longestGapText: String? {
    guard hasRecordedRepTimes, reps > 2 else { return nil }
    let gaps = log.reps.gaps.dropFirst()
    guard let longest = gaps.indices.max(by: { gaps[$0] < gaps[$1] }) else { return nil }
    let hundredths = gaps[longest].wholeHundredths
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s, after rep \(longest)"
  }
}

// MARK: - Rounds

/// A list of the results of a workout's rounds, with a name: `Rounds`, `14`, `13`, `13 reps`.
public struct RoundResults: Equatable {
  public let name: String
  public let results: [String]

  /// Creates the results of a workout in rounds: the reps of each round if the clock or a key ends it, otherwise
  /// its time.
  ///
  /// - Returns: `nil` if the challenge has no rounds, or none was started.
  public init?(of workout: Workout, _ challenge: Challenge?) {
    guard workout.hasRecordedRepTimes else { return nil }
    guard let challenge, challenge.hasRounds, challenge.routine.distanceText == nil else {
      return nil
    }
    if challenge.routine.isTimed || challenge.routine.isOpenEnded {
      self.init(reps: challenge.routine.repsOfRounds(in: workout))
    } else {
      let results = challenge.routine.results(of: workout)
      let goal = challenge.routine.roundReps.map { "/\($0)" } ?? ""
      self.init(
        rounds: results.rounds.map {
          $0.isSkipped ? "skipped at \($0.reps)\(goal)" : $0.duration.minutesText
        }, unfinishedReps: results.unfinishedReps)
    }
  }

  /// Creates the results of interval rounds.
  ///
  /// - Parameter reps: The reps of each round.
  init?(reps: [Int]) {
    guard let last = reps.last else { return nil }
    let numbers = reps.dropLast().map { "\($0)" } + [last.repsText]
    self.init(numbers, count: reps.count)
  }

  /// Creates the results of rounds for time.
  ///
  /// - Parameters:
  ///   - rounds: The time of each finished round, or the reps of a skipped one.
  ///   - unfinishedReps: The reps of the last round, if it is unfinished.
  init?(rounds: [String], unfinishedReps: Int) {
    let rest = unfinishedReps > 0 ? [unfinishedReps.repsText] : []
    guard let first = (rounds + rest).first else { return nil }
    self.init(
      rounds.isEmpty ? [first] : rounds + rest.map { "+ \($0)" }, count: (rounds + rest).count)
  }

  private init(_ results: [String], count: Int) {
    // A single number after "Rounds" would read as the number of rounds.
    name = count == 1 ? "Round 1" : "Rounds"
    self.results = results
  }
}
