import FoundationEssentials

extension Workout {
  /// The ways in which a workout's result came about; empty if each rep, or the time, was counted without a pause.
  public struct Provenance: OptionSet, Hashable, Sendable {
    /// The bits that the database and the journal keep, also those of newer versions of the program.
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The result was typed in, with `ladder log` or in the editor. Reps without instants always are.
    public static let typed = Provenance(rawValue: 1)
    /// The reps or the time were changed afterwards.
    public static let edited = Provenance(rawValue: 2)
    /// The workout comes from another program.
    public static let imported = Provenance(rawValue: 4)
    /// The clock was stopped in between: by a pause, or by a program that ended.
    public static let paused = Provenance(rawValue: 8)

    /// Whether the result was counted or timed live, and not changed afterwards. A pause doesn't matter.
    public var isLive: Bool { isDisjoint(with: [.typed, .edited, .imported]) }
  }
}
