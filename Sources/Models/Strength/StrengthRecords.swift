/// A person's records in one exercise.
public struct StrengthRecords: Hashable, Sendable {
  /// A set with the local day on which it was done, in days since 1970-01-01.
  public struct DatedSet: Hashable, Sendable {
    public let set: SetEntry
    public let day: Int64

    public init(_ set: SetEntry, day: Int64) {
      self.set = set
      self.day = day
    }
  }

  /// An estimated one-rep maximum, and the set that it follows from.
  public struct Estimate: Hashable, Sendable {
    public let mass: Mass
    public let source: DatedSet
  }

  /// The best load for a number of reps.
  public struct Best: Hashable, Sendable {
    public let reps: Int
    /// The set, which can have more reps.
    public let source: DatedSet
  }

  /// The sets of a week, without warm-up sets.
  public struct WeekVolume: Hashable, Sendable {
    public let week: Week
    public fileprivate(set) var sets = 0
    public fileprivate(set) var reps = 0
    /// The weight times the reps, summed over the sets with a weight.
    public fileprivate(set) var volume = Mass.zero
  }

  /// The best load for each number of reps that was done: that of the best set with as many reps or more, the earliest of
  /// equal ones. The fewest reps come first.
  public private(set) var bests: [Best] = []
  /// The highest estimated one-rep maximum, the earliest of equal ones.
  public private(set) var bestEstimate: Estimate?
  /// The weeks with sets, earliest first.
  public private(set) var weeks: [WeekVolume] = []

  /// Computes the records.
  ///
  /// - Parameters:
  ///   - sets: The sets of one exercise, earliest first. Warm-up sets don't count.
  ///   - weekStart: The day that weeks begin with.
  /// - Complexity: O(n), and O(m log m) in the different numbers of reps.
  public init(
    _ sets: [DatedSet], formula: OneRepMaximum = .epley, weekStart: Settings.WeekStart
  ) {
    // The number of the best set with exactly these reps.
    var exact: [Int: Int] = [:]
    for (index, dated) in sets.enumerated() where !dated.set.isWarmUp {
      let set = dated.set
      if exact[set.reps].map({ set.load.isBetter(than: sets[$0].set.load) }) ?? true {
        exact[set.reps] = index
      }
      if let mass = set.estimatedMaximum(by: formula), bestEstimate.map({ mass > $0.mass }) ?? true
      {
        bestEstimate = Estimate(mass: mass, source: dated)
      }
      let week = Week(of: dated.day, startingOn: weekStart)
      if weeks.last?.week != week { weeks.append(WeekVolume(week: week)) }
      weeks[weeks.count - 1].sets += 1
      weeks[weeks.count - 1].reps += set.reps
      weeks[weeks.count - 1].volume += set.volume
    }
    var best: Int?
    for (reps, index) in exact.sorted(by: { $0.key > $1.key }) {
      let isBest =
        best.map {
          let (load, bestLoad) = (sets[index].set.load, sets[$0].set.load)
          return load.isBetter(than: bestLoad) || load.rank == bestLoad.rank && index < $0
        } ?? true
      if isBest { best = index }
      bests.append(Best(reps: reps, source: sets[best ?? index]))
    }
    bests.reverse()
  }
}
