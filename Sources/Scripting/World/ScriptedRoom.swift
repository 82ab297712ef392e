import FoundationEssentials
import Models

/// A race on a ``ScriptedRaces``.
struct ScriptedRoom {
  var race: Race
  let group: JoinedGroup.ID
  /// The index of the racer who has opened the room; `nil` for the person.
  let opener: Int?
  /// The person's workout.
  var workout: Workout.ID?
  private let racers: [ScriptedRacer]
  private let person: PersonName
  private let openedAt: Duration
  /// The time at which the person joined.
  private var personJoinedAt: Duration?
  /// The reps and the ends of the racers, once the race has begun.
  private var results: [(reps: RepLog, end: Duration)] = []
  private var random: SeededGenerator

  /// The ID of the person. Racers have the following ones.
  private static let you: Racer.ID = 1
  /// The time from the decision until the start, as on a real server.
  private static let countdown = Duration.seconds(5)
  /// The time until a racer who has met the person is ready.
  private static let readyDelay = Duration.seconds(1)
  /// The time without a rep after which a racer's program reports the elapsed time.
  private static let maxSilence = Duration.seconds(2)

  init(
    _ challenge: Challenge.ID, _ racers: [ScriptedRacer], _ person: PersonName, opener: Int?,
    in group: JoinedGroup.ID, at now: Duration, seed: UInt64
  ) {
    random = SeededGenerator(seed: seed)
    race = Race(
      id: UUID(using: &random), challenge: challenge, host: Self.you, you: Self.you)
    self.group = group
    self.opener = opener
    self.racers = racers
    self.person = person
    openedAt = now
    if let opener {
      race.racers = [racer(opener)]
      race.host = race.racers[0].id
    } else {
      enter(isReady: false, at: now)
    }
  }

  private func racer(_ index: Int) -> Racer {
    Racer(id: Self.you + 1 + Racer.ID(index), name: racers[index].name.text)
  }

  private var ownIndex: Int? { race.racers.firstIndex { $0.id == Self.you } }

  // MARK: - Requests

  mutating func enter(isReady: Bool, at now: Duration) {
    guard race.isOpen else { return }
    if ownIndex == nil {
      race.racers.append(Racer(id: Self.you, name: person.text))
      personJoinedAt = now
    }
    if let ownIndex { race.racers[ownIndex].isReady = isReady }
  }

  mutating func start(at now: Duration) {
    if race.isOpen, race.isHost, race.start == nil { race.start = now + Self.countdown }
  }

  mutating func leave() {
    guard let ownIndex else { return }
    guard race.racers[ownIndex].phase == .waiting else {
      race.racers[ownIndex].phase = .left
      return
    }
    race.racers.remove(at: ownIndex)
    personJoinedAt = nil
    race.host = race.racers.first?.id ?? race.host
    race.isOver = race.racers.isEmpty
  }

  mutating func add(_ batch: RepBatch) {
    guard let ownIndex, race.racers[ownIndex].phase == .racing else { return }
    _ = race.racers[ownIndex].add(batch)
    recordEnd(of: ownIndex)
  }

  // MARK: - The simulated racers

  /// Lets the racers do what is due.
  mutating func update(to now: Duration) {
    if race.isOpen { meet(at: now) }
    guard let start = race.start, start <= now, !race.isOver else { return }
    if race.racers.contains(where: { $0.phase == .waiting }) { begin() }
    for (index, racer) in racers.enumerated() { advance(index, racer, to: now - start) }
  }

  /// Lets racers join and get ready, and decides the start when all are.
  private mutating func meet(at now: Duration) {
    for index in racers.indices where openedAt + racers[index].delay <= now {
      let racer = racer(index)
      if !race.racers.contains(where: { $0.id == racer.id }) { race.racers.append(racer) }
      // Racers wait for the person.
      guard let personJoinedAt,
        let place = race.racers.firstIndex(where: { $0.id == racer.id })
      else { continue }
      let meeting = max(personJoinedAt, openedAt + racers[index].delay)
      race.racers[place].isReady = meeting + Self.readyDelay <= now
    }
    if race.start == nil, race.racers.count > 1, race.racers.allSatisfy(\.isReady) {
      race.start = now + Self.countdown
    }
  }

  private mutating func begin() {
    guard let challenge = Catalogue.standard[race.challenge] else { return }
    for index in race.racers.indices { race.racers[index].phase = .racing }
    results = racers.map { $0.reps(in: challenge, using: &random) }
  }

  /// Lets a racer send the reps until a time since the start.
  private mutating func advance(_ index: Int, _ scripted: ScriptedRacer, to time: Duration) {
    let (log, end) = results[index]
    guard
      let place = race.racers.firstIndex(where: { $0.id == racer(index).id && $0.phase == .racing })
    else { return }
    var elapsed = min(time, end)
    if let silence = scripted.silence, silence.contains(time) {
      elapsed = min(elapsed, silence.lowerBound)
    }
    let (count, known) = (log.count(through: elapsed), race.racers[place])
    let hasEnded = elapsed == end
    guard count > known.reps.count || elapsed >= known.elapsed + Self.maxSilence || hasEnded
    else { return }
    race.racers[place].reps =
      RepLog(milliseconds: Array(log.milliseconds.prefix(count))) ?? RepLog()
    race.racers[place].elapsed = elapsed
    guard hasEnded else { return }
    race.racers[place].phase = scripted.isLeaving ? .stopped : .finished
    recordEnd(of: place)
  }

  // MARK: - Results

  /// Records the result of a racer who has ended, and the end of the race with the last racer.
  private mutating func recordEnd(of index: Int) {
    let racer = race.racers[index]
    guard racer.phase != .racing, let scoring = Catalogue.standard[race.challenge]?.scoring else {
      return
    }
    let goalTime = scoring.repGoal.flatMap { racer.reps.count < $0 ? nil : racer.reps[$0 - 1] }
    let duration = goalTime ?? min(racer.elapsed, scoring.timeLimit ?? racer.elapsed)
    if racer.phase == .finished,
      let score = scoring.score(reps: racer.reps.count, duration: duration)
    {
      let own = racer.id == Self.you ? workout : nil
      race.racers[index].result = Racer.Result(
        workout: own ?? UUID(using: &random), score: score, place: nil)
    }
    let keys = race.racers.compactMap { $0.result?.score.rankKey }
    for index in race.racers.indices {
      guard let key = race.racers[index].result?.score.rankKey else { continue }
      race.racers[index].result?.place = 1 + keys.count { $0 < key }
    }
    race.isOver = race.racers.allSatisfy { $0.phase != .racing }
  }
}

extension ScriptedRacer {
  /// The time after which a challenge without an end is ended.
  private static let defaultEnd = Duration.seconds(60)

  /// Returns the reps in a race, and the time from its start to its end for the racer.
  fileprivate func reps(
    in challenge: Challenge, using random: inout SeededGenerator
  ) -> (reps: RepLog, end: Duration) {
    let goal = challenge.scoring.repGoal
    let hasReps = challenge.scoring.countsReps
    let limit = hasReps && goal == nil ? challenge.timeLimit : nil
    let last = [end, limit].compactMap(\.self).min() ?? (goal == nil ? Self.defaultEnd : nil)
    var instants: [UInt32] = []
    while hasReps, instants.count < goal ?? RepLog.maxReps {
      let instant = pace.instant(of: instants.count + 1, using: &random)
      if let last, instant > last { break }
      instants.append(UInt32(clamping: instant.wholeMilliseconds))
    }
    let reps = RepLog(milliseconds: instants) ?? RepLog()
    return (reps, (goal == reps.count ? reps.last : last) ?? .zero)
  }
}

extension Race {
  /// The race without what ``batches(since:)`` describes.
  var outline: Race {
    var outline = self
    for index in racers.indices {
      outline.racers[index].reps = RepLog()
      outline.racers[index].elapsed = .zero
    }
    return outline
  }

  /// Returns the reps of the others that are missing in an earlier description.
  func batches(since earlier: Race) -> [RepBatch] {
    racers.compactMap { racer in
      guard racer.id != you, let old = earlier.racers.first(where: { $0.id == racer.id }),
        racer.elapsed > old.elapsed
      else { return nil }
      return RepBatch(
        of: racer.id, from: old.reps, known: old.reps.count, to: racer.reps,
        elapsed: racer.elapsed, phase: racer.phase)
    }
  }
}
