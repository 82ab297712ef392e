/// What a round is made of where as many rounds are done as a time holds (AMRAP): so many reps at one station, so many
/// at the next, and from the beginning again.
///
/// Rounds follow from the log's reps alone, so nothing more is to be kept.
///
/// ```swift
/// circuit.place(after: 37)     // round 2, "sit-ups", 2 of 10
/// circuit.rounds(in: log)      // how long each whole round took
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

  /// - Parameter stations: One at least, each with 1 rep to 1000.
  /// - Returns: `nil` for a circuit that makes no sense.
  public init?(_ stations: [Station]) {
    guard !stations.isEmpty, stations.allSatisfy({ (1...1000).contains($0.reps) }) else {
      return nil
    }
    self.stations = stations
  }

  /// The reps of a whole round.
  public var reps: Int { stations.reduce(0) { $0 + $1.reps } }

  /// A position in a circuit, by the next rep.
  public struct Place: Hashable, Sendable {
    /// The first is 1.
    public let round: Int
    public let station: Station
    /// How many reps are done at the station.
    public let done: Int
  }

  /// - Complexity: O(stations), and no heap allocation, since it is asked for on every tick.
  public func place(after count: Int) -> Place {
    let (round, rest) = count.quotientAndRemainder(dividingBy: reps)
    var done = rest
    for station in stations {
      if done < station.reps { return Place(round: round + 1, station: station, done: done) }
      done -= station.reps
    }
    // A remainder is less than all stations together.
    return Place(round: round + 1, station: stations[0], done: 0)
  }

  /// How long each whole round took.
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
