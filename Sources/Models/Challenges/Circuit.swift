/// A round of an AMRAP challenge (as many rounds as possible): a list of stations with a number of reps each.
///
/// Rounds are computed from the log and aren't stored.
///
/// ```swift
/// circuit.place(after: 37)     // round 2, "sit-ups", 2 of 10
/// circuit.rounds(in: log)      // the durations of finished rounds
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
  public struct Place: Hashable, Sendable {
    /// The first is 1.
    public let round: Int
    public let station: Station
    /// The number of reps done at the station.
    public let done: Int
  }

  /// Returns the position after a number of reps.
  ///
  /// - Complexity: O(stations), without allocation, since it is called on every tick.
  public func place(after count: Int) -> Place {
    let (round, rest) = count.quotientAndRemainder(dividingBy: reps)
    var done = rest
    for station in stations {
      if done < station.reps { return Place(round: round + 1, station: station, done: done) }
      done -= station.reps
    }
    // The remainder is less than the sum of all stations.
    return Place(round: round + 1, station: stations[0], done: 0)
  }

  /// Returns the duration of each finished round.
  ///
  /// - Complexity: O(rounds).
  public func rounds(in log: RepLog) -> [Duration] {
    let ends = log.milliseconds.enumerated().filter { ($0.offset + 1) % reps == 0 }
      .map { Duration.milliseconds(Int64($0.element)) }
    return zip(ends, [.zero] + ends).map { $0 - $1 }
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
