/// The events of a workout in order, each with its instant.
///
/// A log is the only record of a workout. The app appends to it while the workout is under way; the database, the
/// journal, rescue files and servers store its encoded ``bytes``. Everything else about a result is computed from it:
/// the reps and their pace, rounds, pauses, sets, duration and provenance.
///
/// Instants are times of the workout's clock, which stops during a pause. In a strength session, which has no pauses,
/// they are times since the start by the wall clock. All are in whole milliseconds.
public struct WorkoutLog: Sendable {
  /// An event in a workout.
  public enum Event: Hashable, Sendable {
    /// A rep, or the end of a distance.
    case press
    /// The last rep was removed.
    case undo
    /// A set, a rest or a round was skipped.
    case skip
    /// The last skip was undone.
    case undoSkip
    case pause
    /// The end of a pause with its length.
    case resume(after: Duration)
    /// A set of a strength session with its exercise, and the text of the planned set that it fulfills.
    case set(String, SetEntry, planned: String? = nil)
    /// A set, by its number in the list of sets, got another exercise or entry.
    case editSet(Int, String, SetEntry)
    /// A set was removed from the list of sets.
    case deleteSet(Int)
    /// The last change of the sets that wasn't undone, ``SetChange``, was undone.
    case undoSet
    /// The end, with its time, which can precede the last event, such as an undo: a session ends at its last set.
    case end(Duration)
    /// The result was typed in, with a number of reps.
    case typed(reps: Int)
    /// The reps, the time or the sets were changed afterwards.
    case edited
    /// The workout comes from another program.
    case imported
  }

  /// A pause of a workout.
  public struct Pause: Hashable, Sendable {
    /// The time worked before the pause.
    public let instant: Duration
    public let length: Duration

    public init(at instant: Duration, for length: Duration) {
      self.instant = instant
      self.length = length
    }
  }

  /// A change of the sets that can be undone.
  public enum SetChange: Hashable, Sendable {
    case added
    /// The set with this index was edited. It is the set before the change.
    case edited(Int, PerformedSet)
    /// The set was deleted, which had this index.
    case deleted(Int, PerformedSet)
  }

  /// The encoded events.
  ///
  /// An event begins with the time since the previous event in milliseconds, doubled, as a variable-length integer
  /// (LEB128). Events other than a press add 1 to it, and continue with a byte for the kind and the event's values. A
  /// rep within eight seconds of the previous event takes two bytes.
  public private(set) var bytes: [UInt8] = []

  // The properties below are computed from the events.

  /// The reps with their instants; empty if the reps were typed in.
  public private(set) var reps = RepLog()
  /// The instants of skips in milliseconds, strictly increasing.
  public private(set) var skips: [UInt32] = []
  /// The pauses of at least a millisecond that have ended. Pauses at the same instant are merged.
  public private(set) var pauses: [Pause] = []
  /// The sets of a strength session.
  public private(set) var sets: [PerformedSet] = []
  /// The changes of the sets that weren't undone.
  private var setChanges: [SetChange] = []
  /// The number of reps of a result that was typed in.
  public private(set) var typedReps: Int?
  /// Whether a pause has begun and not ended.
  public private(set) var isPaused = false
  private var end: Duration?
  private var changes: Workout.Provenance = []
  /// The instant of the last event in milliseconds.
  private var last: UInt32 = 0

  /// The maximum number of pauses. Later ones are not recorded.
  public static let maxPauseCount = 1000
  /// The maximum duration of a workout: a hundred years.
  public static let maxDuration = Duration.milliseconds(3_155_760_000_000)
  /// The maximum number of encoded bytes. Without pauses, ``RepLog/maxReps`` at any pace take less than half of it.
  public static let maxSize = 1 << 20

  /// Creates a log without events.
  public init() {}

  /// Creates the log of a result that was typed in.
  ///
  /// - Returns: `nil` if the number of reps isn't from 0 to ``RepLog/maxReps``.
  public init?(typedReps reps: Int) {
    guard append(.typed(reps: reps), at: .zero) else { return nil }
  }

  /// Creates the log of a strength session.
  ///
  /// - Parameters:
  ///   - sets: The sets. A set that is earlier than the previous set gets the instant of the previous set.
  ///   - duration: The duration of a finished session.
  /// - Returns: `nil` if there are more sets or reps than a session can have.
  public init?(sets: [PerformedSet], duration: Duration? = nil) {
    for set in sets {
      let event = Event.set(set.exercise, set.set, planned: set.planned)
      guard append(event, at: set.instant) else { return nil }
    }
    if let duration { append(.end(duration), at: .zero) }
  }

  /// Creates a log from the instants of reps, skips and pauses.
  ///
  /// - Parameters:
  ///   - skips: The instants in milliseconds, strictly increasing. A skip at the instant of a rep comes after it.
  ///   - duration: The duration of a finished workout.
  /// - Complexity: O(n).
  public init(
    reps: RepLog, skips: [UInt32] = [], pauses: [Pause] = [], duration: Duration? = nil
  ) {
    let events =
      reps.map { ($0, [Event.press]) } + skips.map { (.milliseconds($0), [.skip]) }
      + pauses.map { ($0.instant, [.pause, .resume(after: $0.length)]) }
    let inOrder = events.enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }
    for (_, (instant, events)) in inOrder {
      for event in events { append(event, at: instant) }
    }
    if let duration { append(.end(duration), at: .zero) }
  }

  // MARK: - Results

  /// The number of reps, including those that don't score, but without those of warm-up sets.
  public var repCount: Int {
    sets.isEmpty ? typedReps ?? reps.count : sets.reps
  }

  /// Whether there are reps without instants (typed reps or those of sets), which can't be replayed or raced against.
  public var hasTypedReps: Bool { (typedReps ?? 0) > 0 || !sets.isEmpty }

  /// The duration without pauses: up to the end, or up to the last event of a workout that hasn't ended.
  public var duration: Duration { end ?? .milliseconds(last) }

  /// The instant of the last rep or skip; zero if there is none.
  ///
  /// - Complexity: O(1).
  public var lastInstant: Duration {
    .milliseconds(max(reps.milliseconds.last ?? 0, skips.last ?? 0))
  }

  /// The length of all pauses.
  ///
  /// - Complexity: O(n) in the pauses.
  public var pauseTotal: Duration { pauses.reduce(.zero) { $0 + $1.length } }

  /// The provenance of the result.
  public var provenance: Workout.Provenance {
    var provenance = changes
    if typedReps != nil { provenance.insert(.typed) }
    return provenance
  }

  /// The change of the sets that ``Event/undoSet`` undoes; `nil` if there is none.
  public var lastSetChange: SetChange? { setChanges.last }

  /// Returns the reps per minute over a time, such as the whole workout.
  ///
  /// - Returns: `nil` before the first rep and before the first hundredth of a second has passed.
  /// - Complexity: O(1).
  public func pace(over elapsed: Duration) -> Double? {
    let time = elapsed.wholeMilliseconds
    guard repCount > 0, time >= 10 else { return nil }
    return Double(repCount) * 60_000 / Double(time)
  }

  // MARK: - Appending

  /// Records an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - instant: The time of the clock, truncated to whole milliseconds. The end and the provenance ignore it.
  /// - Returns: False, without recording the event, if it is invalid: a press that isn't later than the previous rep,
  ///   or precedes the last event, an undo with nothing to undo, a change of a set that doesn't exist, or an event that is too late or beyond a limit.
  /// - Complexity: Amortized O(1).
  @discardableResult
  public mutating func append(_ event: Event, at instant: Duration) -> Bool {
    guard bytes.count < Self.maxSize, let time = time(of: event, at: instant) else { return false }
    let before = last
    guard record(event, at: time) else { return false }
    encode(event, gap: time - before)
    return true
  }

  /// The earliest instant of the next rep. Two presses can arrive together, and a rep after a skip belongs to the next round.
  public var earliestPress: Duration { max(lastInstant + .milliseconds(1), .milliseconds(last)) }

  /// Returns the instant of an event in milliseconds; `nil` if it is negative or more than ``RepLog/maxInstant``.
  private func time(of event: Event, at instant: Duration) -> UInt32? {
    switch event {
    case .end, .typed, .edited, .imported: return last
    case .press, .undo, .skip, .undoSkip, .pause, .resume, .set, .editSet, .deleteSet, .undoSet:
      guard let time = UInt32(exactly: instant.wholeMilliseconds) else { return nil }
      return event == .press ? time : max(time, last)
    }
  }

  /// Updates the computed properties, and returns whether the event is valid.
  private mutating func record(_ event: Event, at time: UInt32) -> Bool {
    let instant = Duration.milliseconds(time)
    switch event {
    case .press: return recordPress(at: time)
    case .end(let duration):
      guard end == nil, (.zero...Self.maxDuration).contains(duration) else { return false }
      end = .milliseconds(duration.wholeMilliseconds)
    case .typed(let count):
      guard typedReps == nil, reps.isEmpty, (0...RepLog.maxReps).contains(count) else {
        return false
      }
      typedReps = count
    case .edited: changes.insert(.edited)
    case .imported: changes.insert(.imported)
    case _ where end != nil: return false
    case .undo: guard reps.removeLast() != nil else { return false }
    case .skip:
      guard skips.count < RepLog.maxReps, skips.last.map({ $0 < time }) ?? true else {
        return false
      }
      skips.append(time)
    case .undoSkip: guard skips.popLast() != nil else { return false }
    case .pause:
      guard !isPaused, pauses.count < Self.maxPauseCount else { return false }
      isPaused = true
    case .resume(let length):
      guard isPaused, (.zero...Self.maxDuration).contains(length) else { return false }
      isPaused = false
      changes.insert(.paused)
      let length = Duration.milliseconds(length.wholeMilliseconds)
      guard length > .zero else { break }
      if let pause = pauses.last, pause.instant == instant {
        pauses[pauses.count - 1] = Pause(at: instant, for: pause.length + length)
      } else {
        pauses.append(Pause(at: instant, for: length))
      }
    case .set(let exercise, let set, let planned):
      guard
        sets.count < PerformedSet.maxCount, set.reps <= RepLog.maxReps - sets.reps,
        let set = PerformedSet(exercise, set, at: instant, planned: planned)
      else { return false }
      sets.append(set)
      setChanges.append(.added)
    case .editSet(let number, let exercise, let set):
      guard editSet(number - 1, exercise, set) else { return false }
    case .deleteSet(let number):
      guard sets.indices.contains(number - 1) else { return false }
      setChanges.append(.deleted(number - 1, sets.remove(at: number - 1)))
    case .undoSet: guard undoSetChange() else { return false }
    }
    last = time
    return true
  }

  /// Replaces a set, whose instant stays the same. Returns false if it doesn't exist or the new values are invalid.
  private mutating func editSet(_ index: Int, _ exercise: String, _ set: SetEntry) -> Bool {
    guard sets.indices.contains(index), let edited = sets[index].with(exercise, set) else {
      return false
    }
    let old = sets[index]
    sets[index] = edited
    guard sets.reps <= RepLog.maxReps else {
      sets[index] = old
      return false
    }
    setChanges.append(.edited(index, old))
    return true
  }

  /// Undoes the last change of the sets. Returns false if there is none.
  private mutating func undoSetChange() -> Bool {
    switch setChanges.popLast() {
    case nil: return false
    case .added: sets.removeLast()
    case .edited(let index, let old): sets[index] = old
    case .deleted(let index, let old): sets.insert(old, at: index)
    }
    return true
  }

  private mutating func recordPress(at time: UInt32) -> Bool {
    guard
      end == nil, typedReps == nil, time >= last, reps.count < RepLog.maxReps,
      reps.append(milliseconds: time)
    else { return false }
    last = time
    return true
  }

  /// Returns the log with the end of the workout appended.
  public func ended(at duration: Duration) -> WorkoutLog {
    var log = self
    log.append(.end(duration.clamped(to: .zero...Self.maxDuration)), at: .zero)
    return log
  }
}

extension WorkoutLog: Hashable {
  // All other properties are computed from the bytes.
  public static func == (lhs: WorkoutLog, rhs: WorkoutLog) -> Bool { lhs.bytes == rhs.bytes }
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

// MARK: - Encoding

extension WorkoutLog {
  /// The byte that identifies an event other than a press.
  fileprivate enum Kind: UInt8 {
    case undo, skip, undoSkip, pause, resume, set, undoSet, end, typed, edited, imported, editSet
    case deleteSet, plannedSet
  }

  private mutating func encode(_ event: Event, gap: UInt32) {
    guard let kind = event.kind else { return appendNumber(UInt64(gap) << 1) }
    appendNumber(UInt64(gap) << 1 | 1)
    bytes.append(kind.rawValue)
    switch event {
    case .press, .undo, .skip, .undoSkip, .pause, .undoSet, .edited, .imported: break
    case .resume(after: let duration), .end(let duration):
      appendNumber(UInt64(duration.wholeMilliseconds))
    case .typed(let reps): appendNumber(UInt64(reps))
    case .set(let exercise, let set, let planned):
      appendTexts(exercise, set.text)
      if let planned { appendTexts(planned) }
    case .editSet(let number, let exercise, let set):
      appendNumber(UInt64(number))
      appendTexts(exercise, set.text)
    case .deleteSet(let number): appendNumber(UInt64(number))
    }
  }

  private mutating func appendTexts(_ texts: String...) {
    for text in texts {
      appendNumber(UInt64(text.utf8.count))
      bytes += text.utf8
    }
  }

  private mutating func appendNumber(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Creates a log from its encoded ``bytes``.
  ///
  /// - Returns: `nil` if the bytes aren't a valid log: truncated, with an unknown kind of event, or with an event that
  ///   ``append(_:at:)`` would not record.
  /// - Complexity: O(n).
  // Specialized, because callers that are built without optimization would run the slow generic code.
  @_specialize(where Bytes == UnsafeRawBufferPointer)
  public init?<Bytes: Collection<UInt8>>(bytes: Bytes) where Bytes.Index == Int {
    guard bytes.count <= Self.maxSize else { return nil }
    var reader = Reader(bytes: bytes, position: bytes.startIndex)
    while !reader.isAtEnd {
      guard
        let (gap, kind) = reader.header(), let time = UInt32(exactly: UInt64(last) + gap)
      else { return nil }
      guard let kind else {
        guard recordPress(at: time) else { return nil }
        continue
      }
      guard let event = reader.event(kind), record(event, at: time) else { return nil }
    }
    self.bytes = Array(bytes)
  }

  /// Returns the log with each set transformed, including sets that were undone, edited or deleted. Other events are
  /// unchanged.
  ///
  /// - Parameter transform: Returns the new exercise and set.
  /// - Complexity: O(n).
  public func mapSets(_ transform: (String, SetEntry) -> (String, SetEntry)) -> WorkoutLog {
    var log = WorkoutLog()
    var reader = Reader(bytes: bytes, position: 0)
    var time: UInt64 = 0
    while let (gap, kind) = reader.header() {
      time += gap
      guard var event = kind.map({ reader.event($0) }) ?? .press else { break }
      switch event {
      case .set(let exercise, let set, let planned):
        let (exercise, set) = transform(exercise, set)
        event = .set(exercise, set, planned: planned)
      case .editSet(let number, let exercise, let set):
        let (exercise, set) = transform(exercise, set)
        event = .editSet(number, exercise, set)
      default: break
      }
      log.append(event, at: .milliseconds(time))
    }
    return log
  }

  private struct Reader<Bytes: Collection<UInt8>> where Bytes.Index == Int {
    let bytes: Bytes
    var position: Int

    var isAtEnd: Bool { position == bytes.endIndex }

    /// Reads the time since the previous event in milliseconds, and the kind of an event other than a press.
    ///
    /// - Returns: `nil` if the bytes are invalid, or if none are left.
    mutating func header() -> (gap: UInt64, kind: Kind?)? {
      guard let header = number() else { return nil }
      guard header & 1 == 1 else { return (header >> 1, nil) }
      guard !isAtEnd, let kind = Kind(rawValue: bytes[position]) else { return nil }
      position += 1
      return (header >> 1, kind)
    }

    /// Reads the values of an event; `nil` if they are invalid.
    mutating func event(_ kind: Kind) -> Event? {
      switch kind {
      case .undo: return .undo
      case .skip: return .skip
      case .undoSkip: return .undoSkip
      case .pause: return .pause
      case .undoSet: return .undoSet
      case .edited: return .edited
      case .imported: return .imported
      case .resume: return duration().map { .resume(after: $0) }
      case .end: return duration().map { .end($0) }
      case .typed: return count().map { .typed(reps: $0) }
      case .set: return set().map { .set($0, $1) }
      case .plannedSet:
        guard let (exercise, set) = set(), let planned = text() else { return nil }
        return .set(exercise, set, planned: planned)
      case .editSet:
        guard let number = count(), let (exercise, set) = set() else { return nil }
        return .editSet(number, exercise, set)
      case .deleteSet: return count().map { .deleteSet($0) }
      }
    }

    private mutating func set() -> (exercise: String, set: SetEntry)? {
      guard
        let exercise = text(), let entry = text(), let set = try? SetEntry(text: entry, unit: nil)
      else { return nil }
      return (exercise, set)
    }

    private mutating func count() -> Int? { number().flatMap { Int(exactly: $0) } }

    private mutating func number() -> UInt64? {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while !isAtEnd, shift < 63 {
        let byte = bytes[position]
        position += 1
        number |= UInt64(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return number }
        shift += 7
      }
      return nil
    }

    private mutating func duration() -> Duration? {
      number().flatMap { Int64(exactly: $0) }.map { .milliseconds($0) }
    }

    private mutating func text() -> String? {
      guard let count = number(), count <= UInt64(bytes.endIndex - position) else { return nil }
      defer { position += Int(count) }
      return String(validating: bytes[position..<position + Int(count)], as: UTF8.self)
    }
  }
}

extension WorkoutLog.Event {
  /// The kind; `nil` for a press.
  fileprivate var kind: WorkoutLog.Kind? {
    switch self {
    case .press: nil
    case .undo: .undo
    case .skip: .skip
    case .undoSkip: .undoSkip
    case .pause: .pause
    case .resume: .resume
    case .set(_, _, let planned): planned == nil ? .set : .plannedSet
    case .editSet: .editSet
    case .deleteSet: .deleteSet
    case .undoSet: .undoSet
    case .end: .end
    case .typed: .typed
    case .edited: .edited
    case .imported: .imported
    }
  }
}

// MARK: - Corrections

extension WorkoutLog {
  /// Returns the log of this workout, corrected to a number of reps and a duration.
  ///
  /// Surplus reps are removed from the end. The result has typed reps if instants no longer apply: if reps are added,
  /// if a rep is later than the end, or if the duration has changed and is the result. Skips and pauses after the end
  /// are removed. If the reps have no instants, all skips are removed.
  ///
  /// - Parameters:
  ///   - count: The corrected number of reps.
  ///   - duration: The corrected duration.
  ///   - isScoredByTime: Whether the workout is complete, so that its time is the score.
  /// - Returns: `nil` if the number of reps is negative or more than ``RepLog/maxReps``.
  /// - Complexity: O(n).
  public func corrected(
    to count: Int, duration: Duration, isScoredByTime: Bool
  ) -> WorkoutLog? {
    guard (0...RepLog.maxReps).contains(count) else { return nil }
    let kept = reps.milliseconds.prefix(count)
    let areInstantsKept =
      kept.count == count && kept.last.map { .milliseconds($0) <= duration } ?? true
      && (!isScoredByTime || kept.count < reps.count || duration == self.duration)
    let pauses = pauses.filter { $0.instant <= duration }
    var log =
      if !sets.isEmpty {
        WorkoutLog(sets: sets, duration: duration) ?? self
      } else if areInstantsKept {
        WorkoutLog(
          reps: RepLog(milliseconds: Array(kept)) ?? RepLog(),
          skips: skips.filter { .milliseconds($0) <= duration }, pauses: pauses,
          duration: duration)
      } else {
        WorkoutLog(reps: RepLog(), pauses: pauses, duration: duration)
      }
    if log.reps.isEmpty, log.sets.isEmpty { log.append(.typed(reps: count), at: .zero) }
    log.append(.edited, at: .zero)
    return log.keepingOrigin(of: self)
  }

  /// Returns the log of this strength session with corrected sets; `nil` if there are too many sets or reps.
  ///
  /// - Complexity: O(n).
  public func corrected(to sets: [PerformedSet]) -> WorkoutLog? {
    guard var log = WorkoutLog(sets: sets, duration: duration) else { return nil }
    log.append(.edited, at: .zero)
    return log.keepingOrigin(of: self)
  }

  /// Returns the log with the provenance of another version of it.
  private func keepingOrigin(of other: WorkoutLog) -> WorkoutLog {
    var log = self
    if other.changes.contains(.imported) { log.append(.imported, at: .zero) }
    if other.typedReps != nil { log.append(.typed(reps: 0), at: .zero) }
    return log
  }
}
