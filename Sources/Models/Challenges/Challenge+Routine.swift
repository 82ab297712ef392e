extension Routine {
  /// Creates the routine of a challenge that is a single set: `push-up 2:00`, `push-up 100` or `plank max`.
  ///
  /// - Parameter name: As for ``plainExerciseName(_:)``.
  init(_ scoring: Challenge.Scoring, named name: String) {
    let target: Target =
      switch scoring {
      case .reps(let limit): .time(.seconds(max(1, limit.components.seconds)))
      case .time(let goal): .reps(goal)
      case .hold: .max
      }
    do throws(Violation) {
      self = try Routine([.step(Step(Self.plainExerciseName(name), target))])
    } catch {
      // Scorings are in the limits of routines, and any sanitized name is one of an exercise.
      fatalError("a challenge without a routine: \(error)")
    }
  }

  /// Returns a name of an exercise made from the name of a challenge. What no exercise's name can contain is left out.
  static func plainExerciseName(_ name: String) -> String {
    let plainName = String(sanitizing: name.replacing("\"", with: ""), maxWidth: maxNameWidth)
    return plainName.flatMap { exerciseName($0) } ?? "exercise"
  }

  /// Returns the same routine with other names.
  ///
  /// - Parameter rename: Returns a valid name of an exercise for each name.
  /// - Throws: ``Violation`` if a name is invalid, or the text becomes too long.
  public func renamingExercises(_ rename: (String) -> String) throws(Violation) -> Routine {
    try Routine(Self.renamingExercises(of: blocks, rename))
  }

  private static func renamingExercises(
    of blocks: [Block], _ rename: (String) -> String
  ) -> [Block] {
    blocks.map { block in
      switch block {
      case .rest:
        return block
      case .step(var step):
        step.exercise = rename(step.exercise)
        return .step(step)
      case .group(let group):
        return .group(Group(group.repetition, renamingExercises(of: group.blocks, rename)))
      }
    }
  }

  /// Whether the routine is a single set of an exercise.
  public var isSingleSet: Bool {
    guard blocks.count == 1, case .step(let step) = blocks[0] else { return false }
    return step.sets == 1
  }

  /// The time of a single set that the clock ends.
  var holdLimit: Duration? {
    guard isSingleSet, case .step(let step) = blocks[0], case .time(let time) = step.target else {
      return nil
    }
    return time
  }

  /// Creates the routine of a timer: `timer 25:00`.
  ///
  /// - Parameter text: A time as in any routine: `90s`, `25min`, `25:00`, `1:30:00`.
  /// - Returns: `nil` unless it is from a second to a day.
  public static func timer(_ text: some StringProtocol) -> Routine? {
    guard text.utf8.count <= maxLength, let seconds = Substring(text).secondsOfTime else {
      return nil
    }
    return try? Routine([.step(Step("timer", .time(.seconds(seconds))))])
  }

  /// Whether the clock ends every set.
  public var isTimed: Bool { Self.isTimed(blocks) }

  private static func isTimed(_ blocks: [Block]) -> Bool {
    blocks.allSatisfy { block in
      switch block {
      case .rest: true
      case .step(let step): if case .time = step.target { true } else { false }
      case .group(let group): isTimed(group.blocks)
      }
    }
  }
}

extension Challenge {
  /// Whether the challenge consists of several sets or rounds, or of a distance, which its scoring doesn't name.
  public var hasRounds: Bool { !routine.isSingleSet || routine.hasDistance }

  /// Whether a workout has reps: it is no hold, and not all its sets are distances.
  public var hasReps: Bool { scoring.countsReps && !routine.consistsOfDistances }

  /// The time after which the clock ends a workout; `nil` if only reps or a key do.
  public var timeLimit: Duration? {
    scoring == .hold ? holdLimit : routine.isOpenEnded ? nil : scoring.timeLimit
  }

  /// The time after which the clock ends a hold; `nil` if only the person ends it, and for other challenges.
  public var holdLimit: Duration? { scoring == .hold ? routine.holdLimit : nil }

  /// Whether the routine is a single set of an exercise that has the name of the challenge.
  public var hasDefaultRoutine: Bool { routine == Routine(scoring, named: name) }

  /// The rounds of a custom challenge as databases store them: the text of the routine, or empty for
  /// ``hasDefaultRoutine``.
  public var storedRounds: String { hasDefaultRoutine ? "" : routine.text }
}
