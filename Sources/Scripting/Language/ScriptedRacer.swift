import Models

/// The pace of simulated reps.
struct RepPace: Equatable, Sendable {
  var interval: Duration
  /// The maximum random deviation; less than the interval.
  var jitter = Duration.zero

  /// The words of a script for the pace.
  var text: String {
    "every \(interval.scriptText)" + (jitter > .zero ? " ±\(jitter.scriptText)" : "")
  }

  /// Returns the instant of a rep, counted from 1. Each rep varies around the instant that it would have without
  /// variation, so deviations do not add up.
  func instant(of index: Int, using random: inout SeededGenerator) -> Duration {
    let offset = jitter > .zero ? jitter * Double.random(in: -0.5...0.5, using: &random) : .zero
    return interval * index + offset
  }
}

/// A simulated member of a script's groups who takes part in live races.
public struct ScriptedRacer: Equatable, Sendable {
  let name: PersonName
  let pace: RepPace
  /// The time from the opening of a room until the racer joins it, or from the start of the script until they open one.
  var delay = Duration.zero
  /// The challenge for which the racer opens a room, if any.
  var opened: Challenge.ID?
  /// The time since the start of a race at which the racer ends; `nil` for the end of the challenge.
  var end: Duration?
  /// Whether the racer discards the workout at the end.
  var isLeaving = false
  /// The time since the start of a race in which the racer has no connection.
  var silence: Range<Duration>?

  /// The maximum number of racers: a race has one more.
  static let maxCount = Race.maxRacerCount - 1

  /// The minimum time between two reps.
  fileprivate static let minInterval = Duration.milliseconds(100)
}

extension ScriptedRacer {
  /// The line of a script for the racer.
  var text: String {
    "racer \(name.text.quoted) \(pace.text)"
      + (delay > .zero ? " after \(delay.scriptText)" : "")
      + (opened.map { " opens \($0.rawValue)" } ?? "")
      + (end.map { " \(isLeaving ? "leaves" : "until") \($0.scriptText)" } ?? "")
      + (silence.map {
        " offline \($0.lowerBound.scriptText) for \(($0.upperBound - $0.lowerBound).scriptText)"
      } ?? "")
  }
}

extension ScriptWords {
  /// Reads a racer.
  ///
  /// - Parameter setup: The setup before the line.
  mutating func racer(in setup: Script.Setup) throws(ScriptError) -> ScriptedRacer {
    guard !setup.groups.isEmpty else { throw error("a 'group' must come before its racers") }
    guard setup.racers.count < ScriptedRacer.maxCount else {
      throw error("there are more than \(ScriptedRacer.maxCount) racers")
    }
    let name = try name(isText ? text() : word("a name"))
    var racer = ScriptedRacer(name: name, pace: try pace())
    guard racer.pace.interval >= ScriptedRacer.minInterval else {
      throw error(
        "the time between two reps must be at least \(ScriptedRacer.minInterval.scriptText)")
    }
    racer.delay = try duration(after: "after") ?? .zero
    if skip("opens") {
      let challenge = Challenge.ID(rawValue: try word("a challenge"))
      guard Catalogue.standard[challenge] != nil else {
        throw error(
          "unknown challenge '\(challenge.rawValue.shortened)'; 'ladder challenges' lists all")
      }
      guard setup.racers.allSatisfy({ $0.opened == nil }) else {
        throw error("another racer opens a room already")
      }
      racer.opened = challenge
    }
    racer.end = try duration(after: "until")
    if racer.end == nil, let end = try duration(after: "leaves") {
      (racer.end, racer.isLeaving) = (end, true)
    }
    if let start = try duration(after: "offline") {
      guard let length = try duration(after: "for") else {
        throw error("'for' and a duration are missing")
      }
      racer.silence = start..<(start + length)
    }
    return racer
  }
}
