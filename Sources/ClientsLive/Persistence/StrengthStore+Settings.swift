import Clients
import Models
import SQLite

extension StrengthStore {
  /// Returns the settings of an exercise. A rule that cannot be read is omitted. An exercise whose unit isn't stored
  /// has the unit of its first weight.
  ///
  /// - Parameter exercise: The name in any spelling, or a former name.
  /// - Complexity: O(log n + k) for the first k sets without a weight.
  public func settings(of exercise: String, by name: PersonName) throws -> ExerciseSettings {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else {
        return ExerciseSettings()
      }
      return try settings(of: exercise, aliases(of: person), by: person)
    }
  }

  func settings(
    of exercise: String, _ aliases: ExerciseAliases, by person: Int64
  ) throws -> ExerciseSettings {
    let keys = aliases.keys(of: exercise)
    var settings = try storedSettings(of: keys, by: person)
    settings.unit = try settings.unit ?? firstUnit(of: keys, by: person)
    return settings
  }

  /// Returns the merged settings of several names. Each setting is taken from the first name that has it.
  private func storedSettings(of keys: [String], by person: Int64) throws -> ExerciseSettings {
    try keys.reduce(into: ExerciseSettings()) { merged, key in
      let settings = try settings(ofKey: key, by: person)
      merged.rule = merged.rule ?? settings.rule
      merged.note = merged.note ?? settings.note
      merged.unit = merged.unit ?? settings.unit
      merged.muscles = merged.muscles ?? settings.muscles
      merged.bar = merged.bar ?? settings.bar
    }
  }

  private func settings(ofKey key: String, by person: Int64) throws -> ExerciseSettings {
    try record(ofKey: key, by: person)?.settings ?? ExerciseSettings()
  }

  func record(ofKey key: String, by person: Int64) throws -> ExerciseSettingsRecord? {
    try connection.first(
      "SELECT * FROM exercise_settings WHERE person = ? AND key = ?", .integer(person), .text(key)
    ) { try $0.decode() }
  }

  /// Replaces the settings of an exercise.
  ///
  /// - Parameters:
  ///   - exercise: The name in any spelling, or a former name.
  ///   - seen: The settings to replace.
  /// - Throws: ``EditConflict`` if the stored settings are not `seen`, and ``DatabaseError``; nothing is changed.
  /// - Complexity: O(log n).
  func save(
    _ settings: ExerciseSettings, replacing seen: ExerciseSettings, for exercise: String,
    by name: PersonName
  ) throws {
    try connection.write {
      try EditConflict.check(try self.settings(of: exercise, by: name), is: seen)
      let person = try connection.people.findOrCreateRowID(of: name)
      let names = try newNames(of: person)
      let aliases = ExerciseAliases(names)
      let shown = aliases.name(of: exercise)
      try save(settings, newName: names[shown.nameKey], for: shown, by: person)
      for key in aliases.keys(of: exercise).dropFirst() {
        // A removed setting is also removed under the other names; otherwise the one stored there would apply.
        let stored = try self.settings(ofKey: key, by: person)
        var other = stored
        if settings.rule == nil { other.rule = nil }
        if settings.note == nil { other.note = nil }
        if settings.muscles == nil { other.muscles = nil }
        if settings.bar == nil { other.bar = nil }
        guard other != stored else { continue }
        try save(
          other, newName: names[key], for: try spelling(of: key, by: person) ?? key, by: person)
      }
    }
  }

  /// Stores or removes the settings under one name of an exercise; those under its other names are unchanged. Must be
  /// called in a transaction.
  ///
  /// - Parameters:
  ///   - newName: The new name of a renamed exercise.
  ///   - batch: The number of the import that adds them, if any.
  func save(
    _ settings: ExerciseSettings, newName: String?, for exercise: String, by person: Int64,
    import batch: Int64? = nil
  ) throws {
    let key = exercise.nameKey
    guard settings != ExerciseSettings() || newName != nil else {
      try connection.run(
        "DELETE FROM exercise_settings WHERE person = ? AND key = ?", .integer(person), .text(key))
      return
    }
    let stored = try record(ofKey: key, by: person)
    try connection.insert(
      ExerciseSettingsRecord(settings, of: stored?.exercise ?? exercise, newName: newName),
      into: "exercise_settings",
      with: ["person": .integer(person), "key": .text(key), "import": .integer(batch)],
      isReplacing: true)
  }

  /// For exercises that have no unit yet, stores the unit of the first weight. Must be called in a transaction.
  ///
  /// - Parameter batch: The number of the import that adds the sets, if any. An import changes no existing settings.
  func saveUnits(
    of sets: [PerformedSet], by person: Int64, import batch: Int64? = nil
  ) throws {
    let names = try newNames(of: person)
    let aliases = ExerciseAliases(names)
    for exercise in sets.exercises {
      let shown = aliases.name(of: exercise)
      let keys = aliases.keys(of: exercise)
      guard try storedSettings(of: keys, by: person).unit == nil else { continue }
      var settings = try settings(ofKey: shown.nameKey, by: person)
      settings.unit = try firstUnit(of: keys, by: person)
      guard settings.unit != nil else { continue }
      if try batch != nil && record(ofKey: shown.nameKey, by: person) != nil { continue }
      try save(settings, newName: names[shown.nameKey], for: shown, by: person, import: batch)
    }
  }

  /// Returns the unit of an exercise's first weight; `nil` if it has none.
  ///
  /// - Parameter keys: The keys of the names of the exercise.
  private func firstUnit(of keys: [String], by person: Int64) throws -> Weight.Unit? {
    let first = try keys.compactMap { key in
      try connection.first(
        """
        SELECT * FROM strength_sets
        WHERE person = ? AND key = ? AND entry NOT GLOB 'x*' AND entry NOT GLOB 'wx*'
        ORDER BY done_at, workout, number LIMIT 1
        """, .integer(person), .text(key)
      ) { (time: $0.date("done_at"), set: try $0.setEntry()) }
    }
    return first.min { $0.time < $1.time }?.set.load.weight?.unit
  }

  /// Returns the exercises with rules that cannot be read.
  ///
  /// - Complexity: O(r) in the rules.
  func exercisesWithUnreadableRules() throws -> [String] {
    let rules = try connection.all(
      "SELECT exercise, rule FROM exercise_settings WHERE rule IS NOT NULL"
    ) { (exercise: $0.text("exercise"), text: $0.text("rule")) }
    return rules.filter { (try? ProgressionRule(text: $0.text)) == nil }.map(\.exercise)
  }

  // MARK: - Renaming

  /// Returns the new names of a person's renamed exercises.
  ///
  /// - Complexity: O(e) in the exercises with settings.
  func aliases(of person: Int64) throws -> ExerciseAliases {
    ExerciseAliases(try newNames(of: person))
  }

  private func newNames(of person: Int64) throws -> [String: String] {
    let rows = try connection.all(
      "SELECT key, new_name FROM exercise_settings WHERE person = ? AND new_name IS NOT NULL",
      .integer(person)
    ) { (key: $0.text("key"), name: $0.text("new_name")) }
    return rows.reduce(into: [:]) { names, row in
      if Routine.exerciseName(row.name) == row.name { names[row.key] = row.name }
    }
  }

  /// Returns the muscle groups that a person chose for exercises, by their keys.
  ///
  /// - Complexity: O(e) in the exercises with settings.
  func chosenGroups(of person: Int64) throws -> [String: MuscleGroup] {
    let rows = try connection.all(
      "SELECT key, muscles FROM exercise_settings WHERE person = ? AND muscles IS NOT NULL",
      .integer(person)
    ) { ($0.text("key"), MuscleGroup(rawValue: $0.text("muscles"))) }
    return Dictionary(rows.compactMap { key, group in group.map { (key, $0) } }) { $1 }
  }

  /// Shows an exercise under another name. If the person has an exercise with that name, the two are merged.
  ///
  /// The sets and settings keep their name, so that ``undoRenaming(of:by:)`` can separate them again. Settings that the
  /// other exercise doesn't have are shown for both.
  ///
  /// - Returns: The name under which the exercise is shown now; `nil` if the person has no sets of it.
  /// - Complexity: O(e + log n) for e exercises with settings.
  public func rename(
    _ exercise: String, to name: String, by user: PersonName
  ) throws -> String? {
    try connection.write {
      guard let person = try connection.people.rowID(of: user) else { return nil }
      var names = try newNames(of: person)
      let spellings = try ExerciseAliases(names).keys(of: exercise).compactMap {
        try spelling(of: $0, by: person)
      }
      guard !spellings.isEmpty else { return nil }
      let (key, newKey) = (exercise.nameKey, name.nameKey)
      names[key] = nil
      // If the exercise `name` was renamed to this exercise, that renaming is undone.
      if newKey != key, ExerciseAliases(names).name(of: name).nameKey == key {
        names[newKey] = nil
        try save(settings(ofKey: newKey, by: person), newName: nil, for: name, by: person)
      }
      let target = ExerciseAliases(names).name(of: name)
      let isOther = target.nameKey != key
      let shown = isOther ? try spelling(of: target.nameKey, by: person) ?? target : name
      let settings = try settings(ofKey: key, by: person)
      try save(
        settings, newName: isOther && target != name ? name : shown,
        for: try spelling(of: key, by: person) ?? exercise, by: person)
      return shown
    }
  }

  /// Undoes the renaming of an exercise.
  ///
  /// - Returns: Whether it was renamed.
  /// - Complexity: O(e) in the exercises with settings.
  public func undoRenaming(of exercise: String, by user: PersonName) throws -> Bool {
    try connection.write {
      let key = exercise.nameKey
      guard
        let person = try connection.people.rowID(of: user),
        try newNames(of: person)[key] != nil
      else { return false }
      try save(try settings(ofKey: key, by: person), newName: nil, for: exercise, by: person)
      return true
    }
  }

  /// Returns the other names and spellings of an exercise, in alphabetical order.
  ///
  /// - Complexity: O(m) in the sets of the exercise.
  public func otherNames(of exercise: String, by user: PersonName) throws -> [String] {
    guard let person = try connection.people.rowID(of: user) else { return [] }
    let shown = try shownName(of: exercise, by: user)
    let names = try aliases(of: person).keys(of: exercise).flatMap { key in
      try connection.all(
        """
        SELECT exercise FROM strength_sets WHERE person = ?1 AND key = ?2
        UNION ALL SELECT exercise FROM exercise_settings WHERE person = ?1 AND key = ?2
        """, .integer(person), .text(key)
      ) { $0.text("exercise").escapedText(maxLength: Routine.maxNameWidth) }
    }
    return Set(names).subtracting([shown]).sorted()
  }
}

/// The settings of an exercise: a row of the table `exercise_settings`, and settings in the journal.
struct ExerciseSettingsRecord: Codable, Hashable {
  /// The name as it was typed.
  var exercise: String
  /// The text of the rule; `nil` for none.
  var rule: String?
  var note: String?
  /// The name under which the exercise is shown, if it was renamed.
  var newName: String?
  /// The text of the unit; `nil` for none.
  var unit: String?
  /// The name of the chosen muscle group; `nil` for none.
  var muscles: String?
  /// The text of the chosen bar; `nil` for none.
  var bar: String?

  private enum CodingKeys: String, CodingKey {
    case exercise, rule, note, unit, muscles, bar
    case newName = "new_name"
  }

  init(_ settings: ExerciseSettings, of exercise: String, newName: String?) {
    self.exercise = exercise
    self.newName = newName
    rule = settings.rule?.text
    note = settings.note?.text
    unit = settings.unit?.rawValue
    muscles = settings.muscles?.rawValue
    bar = settings.bar?.text
  }

  /// The settings without unreadable values.
  var settings: ExerciseSettings {
    ExerciseSettings(
      rule: rule.flatMap { try? ProgressionRule(text: $0) }, note: note.flatMap { WorkoutNote($0) },
      unit: unit.flatMap(Weight.Unit.init(rawValue:)),
      muscles: muscles.flatMap(MuscleGroup.init(rawValue:)),
      bar: bar.flatMap { try? Bar(text: $0) })
  }
}
