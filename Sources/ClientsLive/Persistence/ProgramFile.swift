import Clients
import Files
import Glibc
import Models

/// The file of a person's programs, next to the settings file.
public struct ProgramFile: Sendable {
  private let file: SettingsFile

  public init(nextTo settings: SettingsFile) {
    file = SettingsFile(path: (settings.path.parentPath ?? "") + "/programs.txt")
  }

  /// Returns the programs in the file; none if there is no file.
  ///
  /// - Throws: ``SettingsError``, which names the first invalid line.
  public func load() throws(SettingsError) -> [TrainingProgram] {
    guard let contents = try file.contents() else { return [] }
    return try parse(contents.text, .read)
  }

  private func parse(
    _ text: String, _ operation: SettingsError.Operation
  ) throws(SettingsError) -> [TrainingProgram] {
    do throws(TextError) {
      return try RoutineText(text).programs
    } catch {
      throw SettingsError(
        operation: operation, path: file.path + (error.line.map { ":\($0)" } ?? ""), code: EINVAL,
        message: error.problem)
    }
  }

  /// Adds programs, and replaces those with the same names. The file is replaced atomically.
  ///
  /// - Throws: ``SettingsError``; the file is unchanged.
  public func add(_ programs: [TrainingProgram]) throws(SettingsError) {
    let target = realPath(file.path) ?? file.path
    let lock = target.parentPath.map { makePrivateFolder($0) ? lockFolder($0) : -1 } ?? -1
    defer { if lock >= 0 { close(lock) } }
    let kept = try load().filter { programs.named($0.name) == nil }
    let text = (kept + programs).map(\.text).joined(separator: "\n")
    // The file must stay readable: its size and the number of programs are limited.
    _ = try parse(text, .write)
    let code = replaceFile(at: target, with: Array(text.utf8))
    guard code == 0 else { throw file.settingsError(.write, code) }
  }
}

// MARK: - Next session

extension StrengthStore {
  /// Returns the next session of the followed program, or the sets that a progression rule suggests: those of the exercise
  /// whose last session was earliest, unless that was today.
  ///
  /// - Parameters:
  ///   - settings: The settings, with the program and the training days.
  ///   - file: The file of the person's programs, which is read only if the program isn't built in.
  ///   - today: The local day, in days since 1970.
  ///   - name: The name of a routine of the program to do today instead.
  /// - Returns: `nil` also if no routine of the program has the name.
  /// - Throws: ``DatabaseError`` and ``SettingsError``.
  public func next(
    of person: PersonName, _ settings: Settings, _ file: ProgramFile?, today: Int64,
    named name: String? = nil
  ) throws -> NextSession? {
    guard let followed = settings.program else {
      return try ruledHistories(of: person).filter { ($0.last?.day ?? today) < today }
        .sorted { ($0.last?.day ?? 0) < ($1.last?.day ?? 0) }.lazy
        .compactMap { history in
          history.suggestion.map { .rule(exercise: history.exercise, sets: $0) }
        }.first
    }
    let known =
      try TrainingProgram.standard.named(followed.name)
      ?? file?.load().named(followed.name)
    guard let program = known else {
      return .program(ProgramSession(unknown: followed.name, day: today))
    }
    let index = name.flatMap { name in
      program.routines.firstIndex { $0.name.nameKey == name.nameKey }
    }
    guard name == nil || index != nil else { return nil }
    let histories = try program.exercises.map { ($0.nameKey, try history(of: $0, by: person)) }
    return .program(
      program.nextSession(
        after: Dictionary(histories) { first, _ in first }, since: followed.since, today: today,
        on: settings.trainingDays, instead: index))
  }

  /// Returns the histories of the exercises with a rule.
  private func ruledHistories(of name: PersonName) throws -> [StrengthHistory] {
    guard let person = try connection.people.rowID(of: name) else { return [] }
    return try connection.all(
      "SELECT exercise FROM exercise_settings WHERE person = ? AND rule IS NOT NULL ORDER BY key",
      .integer(person)
    ) { $0.text("exercise") }.map { try history(of: $0, by: name) }
  }
}
