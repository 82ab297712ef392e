/// A round of an AMRAP challenge (as many rounds as possible): a list of stations with a number of reps each.
///
/// Rounds are computed from the reps and the skips of a workout, and aren't stored.
///
/// ```swift
/// circuit.position(after: 37)                  // round 2, "sit-ups", 2 of 10
/// circuit.rounds(in: log, skips: skips)        // the rounds that were finished or skipped
/// ```
public struct Circuit: Hashable, Sendable {
  public struct Station: Hashable, Sendable, Codable {
    public let name: String
    public let reps: Int

    public init(name: String, reps: Int) {
      self.name = name
      self.reps = reps
    }
  }

  public let stations: [Station]

  /// Creates a circuit.
  ///
  /// - Parameter stations: At least one, each with 1 to 1000 reps.
  /// - Returns: `nil` for invalid stations.
  public init?(_ stations: [Station]) {
    guard !stations.isEmpty, stations.allSatisfy({ (1...1000).contains($0.reps) }) else {
      return nil
    }
    self.stations = stations
  }

  /// The number of reps in a round.
  public var reps: Int { stations.reduce(0) { $0 + $1.reps } }

  /// A position in a circuit, by the next rep.
  public struct Position: Hashable, Sendable {
    /// The first is 1.
    public let round: Int
    public let station: Station
    /// The number of reps done at the station.
    public let completedReps: Int
  }

  /// Returns the position after a number of reps.
  ///
  /// - Complexity: O(stations), without allocation, since it is called on every tick.
  public func position(after count: Int) -> Position {
    let (round, remainder) = count.quotientAndRemainder(dividingBy: reps)
    var done = remainder
    for station in stations {
      if done < station.reps {
        return Position(round: round + 1, station: station, completedReps: done)
      }
      done -= station.reps
    }
    // The remainder is less than the sum of all stations.
    return Position(round: round + 1, station: stations[0], completedReps: 0)
  }

  /// Returns the number of reps that determines the position in a workout: the recorded ones, and those that skipped
  /// rounds lack.
  ///
  /// A round without reps can't be skipped, so a skip between two rounds changes nothing.
  ///
  /// - Parameter instant: The time in the workout, from its start.
  /// - Complexity: O(s log n) for s skips and n reps, without allocation.
  public func repsIncludingSkipped(
    in log: RepLog, skips: SkipLog, through instant: Duration = RepLog.maxInstant
  ) -> Int {
    var missing = 0
    for skip in skips {
      guard skip <= instant else { break }
      let done = (log.count(through: skip) + missing) % reps
      if done > 0 { missing += reps - done }
    }
    return log.count(through: instant) + missing
  }

  /// A round that was finished or skipped.
  public struct Round: Hashable, Sendable {
    /// The number of the round. The first is 1.
    public let number: Int
    /// The number of reps done.
    public let reps: Int
    /// The time from the end of the previous round to the last rep, or to the skip.
    public let duration: Duration
    public let isSkipped: Bool
  }

  /// Returns the rounds that were finished or skipped. The round in which the workout ended is neither.
  ///
  /// - Complexity: O(n) in the reps and the skips.
  public func rounds(in log: RepLog, skips: SkipLog) -> [Round] {
    let reps = reps
    var rounds: [Round] = []
    var start = Duration.zero
    var done = 0
    func end(at instant: Duration, isSkipped: Bool) {
      rounds.append(
        Round(
          number: rounds.count + 1, reps: done, duration: instant - start, isSkipped: isSkipped))
      (start, done) = (instant, 0)
    }
    var skips = skips[...]
    for rep in log {
      // A skip comes after a rep at the same instant.
      while let skip = skips.first, skip < rep {
        if done > 0 { end(at: skip, isSkipped: true) }
        skips.removeFirst()
      }
      done += 1
      if done == reps { end(at: rep, isSkipped: false) }
    }
    if done > 0, let skip = skips.first { end(at: skip, isSkipped: true) }
    return rounds
  }
}

extension Circuit: Codable {
  /// `[{"name": "push-ups", "reps": 5}, …]`.
  public init(from decoder: any Decoder) throws {
    let stations = try [Station](from: decoder)
    guard let circuit = Circuit(stations) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a circuit has stations with 1 to 1000 reps each"))
    }
    self = circuit
  }

  public func encode(to encoder: any Encoder) throws { try stations.encode(to: encoder) }
}
