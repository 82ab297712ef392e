/// A text of named routines and programs, as `ladder routines import` reads it and `Resources/programs.txt` has it.
///
/// `docs/WORKOUTS.md` describes it. Routines before the first program belong to no program.
public struct RoutineText: Sendable {
  public private(set) var routines: [NamedRoutine] = []
  public private(set) var programs: [TrainingProgram] = []

  /// Parses a text.
  ///
  /// - Throws: ``TextError``, which names the line, or no line if the text is too long.
  /// - Complexity: O(n), at most ``TrainingProgram/maxLength``.
  public init(_ text: String) throws(TextError) {
    guard text.utf8.count <= TrainingProgram.maxLength else {
      throw TextError("a file of routines has at most \(TrainingProgram.maxLength >> 10) KB")
    }
    var draft: ProgramDraft?
    var names: Set<String> = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let content = (index == 0 ? line.withoutByteOrderMark.trimmed : line.trimmed)[...]
      guard !content.isEmpty, !content.hasPrefix("#") else { continue }
      do throws(TextError) {
        guard content.unicodeScalars.allSatisfy({ $0 == "\t" || !$0.isInvisible }) else {
          throw TextError("remove the control characters")
        }
        let space = content.firstIndex(where: \.isWhitespace) ?? content.endIndex
        let (keyword, value) = (content[..<space].lowercased(), content[space...].trimmed[...])
        if keyword == "program" {
          try finish(draft)
          guard programs.count < TrainingProgram.maxPrograms else {
            throw TextError("a file has at most \(TrainingProgram.maxPrograms) programs")
          }
          draft = try ProgramDraft(name: value, line: index + 1, others: programs)
        } else if draft != nil {
          try draft?.read(keyword, value, line: index + 1)
        } else if keyword == "routine" {
          try routines.append(NamedRoutine(value, names: &names))
        } else {
          throw TextError("a line begins with routine or program, as in routine 5x5 A: squat 5x5")
        }
        draft?.text += content + "\n"
      } catch {
        throw error.line == nil ? TextError(line: index + 1, error.problem) : error
      }
    }
    try finish(draft)
  }

  private mutating func finish(_ draft: ProgramDraft?) throws(TextError) {
    if let draft { programs.append(try draft.program()) }
  }

  /// Returns the text of a routine: `routine 5x5 A: squat 5x5`.
  public static func line(_ routine: NamedRoutine) -> String {
    "routine \(routine.name): \(routine.routine.text)\n"
  }
}

extension NamedRoutine {
  /// Parses a name and a workout text with a colon between them. The name can have colons, too.
  ///
  /// - Parameter names: The ``Swift/StringProtocol/nameKey`` of the other routines. The routine's is added.
  fileprivate init(_ text: Substring, names: inout Set<String>) throws(TextError) {
    var problem: TextError?
    for colon in text.indices.prefix(Challenge.maxNameWidth + 1) where text[colon] == ":" {
      let routine: Routine
      do throws(TextError) {
        routine = try Routine(text: text[text.index(after: colon)...].trimmed)
      } catch {
        problem = problem ?? error
        continue
      }
      let name = text[..<colon].trimmed
      guard Challenge.sanitizedName(name) == name else {
        throw TextError("a routine needs a name of at most \(Challenge.maxNameWidth) columns")
      }
      guard names.insert(name.nameKey).inserted else {
        throw TextError("there is already a routine \(name.quoted); choose another name")
      }
      self.init(name: name, routine: routine)
      return
    }
    throw TextError(
      problem?.problem ?? "a name, a colon and a workout are expected, as in 5x5 A: squat 5x5")
  }
}

/// A program whose lines are being read.
private struct ProgramDraft {
  let name: String
  let line: Int
  var text = ""
  private var source: String?
  private var order: (value: TrainingProgram.Order, line: Int)?
  private var routines: [NamedRoutine] = []
  private var names: Set<String> = []
  private var rules: [(rule: TrainingProgram.Rule, line: Int)] = []

  init(name: Substring, line: Int, others: [TrainingProgram]) throws(TextError) {
    guard let name = TrainingProgram.name(name) else {
      throw TextError("a program needs a name of at most \(TrainingProgram.maxNameWidth) columns")
    }
    guard others.named(name) == nil else {
      throw TextError("there is already a program \(name.quoted); choose another name")
    }
    (self.name, self.line) = (name, line)
  }

  mutating func read(_ keyword: String, _ value: Substring, line: Int) throws(TextError) {
    switch keyword {
    case "source":
      source = String(value)
    case "alternate", "weekdays", "weeks":
      guard order == nil else { throw TextError("the program already has an order") }
      order = (try Self.order(keyword, value), line)
    case "rule":
      guard rules.count < TrainingProgram.maxRoutines else {
        throw TextError("a program has at most \(TrainingProgram.maxRoutines) rules")
      }
      rules.append((try Self.rule(value), line))
    case "routine":
      guard routines.count < TrainingProgram.maxRoutines else {
        throw TextError("a program has at most \(TrainingProgram.maxRoutines) routines")
      }
      let routine = try NamedRoutine(value, names: &names)
      guard StrengthPlan(routine.routine) != nil else {
        throw TextError("a program's routine has sets with reps, without times and distances")
      }
      routines.append(routine)
    default:
      throw TextError(
        "a line of a program begins with source, alternate, weekdays, weeks, rule or routine")
    }
  }

  private static func order(
    _ keyword: String, _ value: Substring
  ) throws(TextError) -> TrainingProgram.Order {
    switch keyword {
    case "weekdays":
      let days = value.split { $0 == " " || $0 == "," }.map { TrainingDays(text: String($0)) }
      let numbers = days.compactMap { $0?.weekdays.count == 1 ? $0?.weekdays.first : nil }
      guard !days.isEmpty, numbers.count == days.count, Set(numbers).count == days.count else {
        throw TextError("different days are expected, as in weekdays mon wed fri")
      }
      return .weekdays(numbers)
    case "weeks":
      guard value.utf8.count <= 4, let count = Int(value),
        (1...TrainingProgram.maxWeeks).contains(count)
      else { throw TextError("the number of weeks is from 1 to \(TrainingProgram.maxWeeks)") }
      return .weeks(count)
    default:
      guard value.isEmpty else { throw TextError("nothing can follow alternate") }
      return .alternate
    }
  }

  /// Parses exercises and their rule: `squat, deadlift: linear 5x5 +5`, `squat: maximum 90% +5`.
  private static func rule(_ text: Substring) throws(TextError) -> TrainingProgram.Rule {
    let parts = text.split(separator: ":", maxSplits: 1)
    let names = parts.first?.split(separator: ",").compactMap { Routine.exerciseName($0) } ?? []
    guard parts.count == 2, !names.isEmpty else {
      throw TextError("exercises, a colon and a rule are expected, as in squat: linear 5x5 +5")
    }
    let words = parts[1].split(separator: " ")
    guard words.first?.lowercased() == "maximum" else {
      let rule = try ProgressionRule(text: parts[1].trimmed)
      guard rule.firstStage != nil else {
        throw TextError("write percentages in the routines, as in squat 5 @ 65%")
      }
      return TrainingProgram.Rule(names, .rule(rule))
    }
    let step = words.count == 3 && words[2].hasPrefix("+") ? DecimalText(words[2].dropFirst()) : nil
    guard
      words.count == 2 || step.flatMap({ Weight($0, .kilograms) }) != nil, words[1].hasSuffix("%"),
      words[1].utf8.count <= 4, let percent = Int(words[1].dropLast()), (1...100).contains(percent)
    else {
      throw TextError("a percentage and a step for each cycle are expected, as in maximum 90% +5")
    }
    return TrainingProgram.Rule(names, .maximum(percent: percent, step: step))
  }

  /// Returns the program if its lines fit each other.
  func program() throws(TextError) -> TrainingProgram {
    guard !routines.isEmpty else {
      throw TextError(
        line: line, "the program \(name.quoted) has no routine; add one: routine A: squat 5x5")
    }
    switch order?.value {
    case .weekdays(let days) where days.count != routines.count:
      throw TextError(
        line: order?.line,
        "\(days.count.counted("day")) and \(routines.count.counted("routine")) don't match")
    case .weeks(let count) where !routines.count.isMultiple(of: count):
      throw TextError(
        line: order?.line,
        "\(routines.count.counted("routine")) can't be divided into \(count.counted("week"))")
    default: break
    }
    let program = TrainingProgram(
      name: name, source: source, order: order?.value ?? .alternate, routines: routines,
      rules: rules.map(\.rule), text: text)
    for (rule, line) in rules {
      guard let unused = rule.exercises.first(where: { !program.uses(rule, for: $0) }) else {
        continue
      }
      throw TextError(
        line: line, "no routine of the program has \(unused.quoted) with the sets of this rule")
    }
    return program
  }
}

extension TrainingProgram {
  /// Returns whether a rule determines the weight of a set of an exercise.
  fileprivate func uses(_ rule: Rule, for exercise: String) -> Bool {
    routines.contains { routine in
      routine.routine.containsStep { step in
        guard step.exercise.nameKey == exercise.nameKey else { return false }
        return step.hasPercentage
          || self.rule(of: step).map { rule.progression == .rule($0) } ?? false
      }
    }
  }
}
