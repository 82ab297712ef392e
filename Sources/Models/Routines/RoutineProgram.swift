/// A routine as a flat list of instructions, which a ``RoutineCursor`` follows.
///
/// Repetitions are loops, so the number of instructions doesn't depend on the number of rounds.
///
/// It is a class: each read of an observed property copies the cursor, and a copy retains only one reference.
final class RoutineProgram: Sendable {
  struct Instruction: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case work, rest
      /// The start and the end of a loop.
      case begin, end
      case stop
    }

    let kind: Kind
    /// The index of the step or of the loop.
    var index = 0
    /// The time of a timed set or of a rest in milliseconds; 0 if the clock doesn't end it.
    var time: Int64 = 0
    /// The number of reps that ends a set; 0 if reps don't end it.
    var reps = 0
    /// Whether the set is a distance, whose end is recorded as a rep.
    var isDistance = false
    /// Whether the set is a hold that a key ends.
    var isOpenHold = false
    /// Whether the person does reps in it: it isn't a rest, a distance or a hold.
    var hasReps = false
    /// Whether no work follows if all loops around it are in their last rounds.
    var isTail = false

    /// Whether it is a set that only a key ends.
    var isOpenSet: Bool { kind == .work && time == 0 && reps == 0 }
  }

  /// A group, or the sets of a step.
  struct Loop: Hashable, Sendable {
    let repetition: Routine.Repetition
    let isGroup: Bool
    /// The index of the instruction at which a round begins.
    let first: Int
    /// The index of the loop's last instruction.
    var end: Int

    /// The number of rounds; `nil` if a time limits them.
    var rounds: Int? { repetition.rounds }
  }

  let instructions: [Instruction]
  let loops: [Loop]
  let steps: [Routine.Step]
  let hasSeveralExercises: Bool

  init(_ routine: Routine) {
    var builder = Builder()
    for block in routine.blocks { builder.append(block) }
    builder.finish()
    instructions = builder.instructions
    loops = builder.loops
    steps = builder.steps
    hasSeveralExercises = builder.steps.contains { $0.exercise != builder.steps[0].exercise }
  }
}

extension RoutineProgram: Hashable {
  static func == (lhs: RoutineProgram, rhs: RoutineProgram) -> Bool {
    lhs === rhs
      || lhs.instructions == rhs.instructions && lhs.loops == rhs.loops && lhs.steps == rhs.steps
  }

  func hash(into hasher: inout Hasher) { hasher.combine(instructions) }
}

extension RoutineProgram {
  /// A program under construction.
  private struct Builder {
    private(set) var instructions: [Instruction] = []
    private(set) var loops: [Loop] = []
    private(set) var steps: [Routine.Step] = []

    mutating func append(_ block: Routine.Block) {
      switch block {
      case .rest(let time):
        instructions.append(Instruction(kind: .rest, time: time.wholeMilliseconds))
      case .group(let group):
        appendLoop(group.repetition, isGroup: true) { builder in
          for block in group.blocks { builder.append(block) }
        }
      case .step(let step) where step.sets > 1:
        appendLoop(.times(step.sets), isGroup: false) { $0.appendSet(of: step) }
      case .step(let step):
        appendSet(of: step)
      }
    }

    /// Adds the end, and marks the instructions after which no work follows.
    mutating func finish() {
      instructions.append(Instruction(kind: .stop, isTail: true))
      for index in instructions.indices.dropLast().reversed() {
        let next = instructions[index + 1].isTail
        instructions[index].isTail =
          switch instructions[index].kind {
          case .rest: next
          case .end: next && loops[instructions[index].index].rounds != nil
          case .work, .begin, .stop: false
          }
      }
    }

    private mutating func appendLoop(
      _ repetition: Routine.Repetition, isGroup: Bool, body: (inout Builder) -> Void
    ) {
      let index = loops.count
      instructions.append(Instruction(kind: .begin, index: index))
      loops.append(
        Loop(repetition: repetition, isGroup: isGroup, first: instructions.count, end: 0))
      body(&self)
      loops[index].end = instructions.count
      instructions.append(Instruction(kind: .end, index: index))
    }

    private mutating func appendSet(of step: Routine.Step) {
      var work = Instruction(kind: .work, index: steps.count)
      switch step.target {
      case .reps(let count): work.reps = count
      case .time(let time): work.time = time.wholeMilliseconds
      // The rep key ends the distance.
      case .distance: (work.reps, work.isDistance) = (1, true)
      case .max: work.isOpenHold = Routine.isHold(step.exercise)
      }
      work.hasReps = !work.isDistance && (work.reps > 0 || !Routine.isHold(step.exercise))
      steps.append(step)
      instructions.append(work)
      if let rest = step.rest {
        instructions.append(Instruction(kind: .rest, time: rest.wholeMilliseconds))
      }
    }
  }
}
