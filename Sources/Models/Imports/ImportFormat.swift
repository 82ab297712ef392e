/// A table of the columns of a program's files, written as `--map` is: `date=Date, exercise=Exercise Name`.
///
/// The names of the columns are from public documentation and issues of these programs.
public struct ImportFormat: Hashable, Sendable {
  /// The meaning of a column.
  public enum Column: String, Hashable, Sendable, CaseIterable {
    /// The start of a session, or the time of a set. A date with slashes has the day or the month first.
    case date, dmy, mdy
    case end, duration, session, workout, exercise, kind, weight, unit, reps, rpe, distance
    case distanceUnit = "distance-unit"
    case time, note
    case exerciseNote = "exercise-note"
    case workoutNote = "workout-note"
    case superset, target, category
    case bodyWeight = "body-weight"
    /// A number that follows from the order of the rows.
    case skip
    /// Any other column, whose values become notes.
    case other
  }

  /// The name for `--format`: `strong`.
  public let name: String
  /// The name of the program.
  public let title: String
  /// The meanings by the names of the columns (``ColumnName``). Of several columns for a number, the first with a value counts.
  private var columns: [String: Column]
  /// The columns by which a file is recognized.
  private let signature: Set<String>

  private init(_ name: String, _ title: String, signature: [String], columns text: StaticString) {
    self.name = name
    self.title = title
    self.signature = Set(signature)
    columns = (try? Self.columns(text.description)) ?? [:]
  }

  /// All formats. The first whose columns a file has is that of the file.
  public static let all = [
    ImportFormat(
      "strong", "Strong", signature: ["exercise name", "set order"],
      columns: """
        session=Workout #,session=Workout No,date=Date,workout=Workout Name,duration=Duration,
        duration=Workout Duration,exercise=Exercise Name,kind=Set Order,weight=Weight,
        unit=Weight Unit,reps=Reps,rpe=RPE,distance=Distance,distance-unit=Distance Unit,
        time=Seconds,note=Notes,workout-note=Workout Notes
        """),
    ImportFormat(
      "hevy", "Hevy", signature: ["exercise title", "start time"],
      columns: """
        workout=title,date=start_time,end=end_time,workout-note=description,
        exercise=exercise_title,superset=superset_id,exercise-note=exercise_notes,
        skip=set_index,kind=set_type,weight=weight_kg,reps=reps,distance=distance_km,
        time=duration_seconds,rpe=rpe
        """),
    ImportFormat(
      "liftlog", "LiftLog", signature: ["sessionid", "timestamp", "exercise"],
      columns: """
        session=SessionId,date=Timestamp,exercise=Exercise,weight=Weight,unit=WeightUnit,
        reps=Reps,target=TargetReps,note=Notes
        """),
    ImportFormat(
      "fitnotes", "FitNotes", signature: ["date", "exercise", "category"],
      columns: """
        date=Date,exercise=Exercise,category=Category,weight=Weight,unit=Weight Unit,reps=Reps,
        distance=Distance,distance-unit=Distance Unit,time=Time,note=Comment,note=Notes,kind=Kind
        """),
    ImportFormat(
      "csv", "CSV", signature: ["date", "exercise"],
      columns: """
        date=Date,end=End,duration=Duration,session=Session,workout=Workout,exercise=Exercise,
        kind=Kind,kind=Set,weight=Weight,unit=Unit,reps=Reps,rpe=RPE,distance=Distance,
        distance-unit=Distance Unit,time=Time,note=Note,note=Notes,workout-note=Workout Notes,
        superset=Superset,category=Category,body-weight=Body Weight
        """),
  ]

  /// Returns the format that a first record belongs to.
  ///
  /// - Returns: `nil` if no format has these columns.
  public static func recognizing(_ header: [String]) -> ImportFormat? {
    let names = Set(header.map { ColumnName($0).name })
    return all.first { $0.signature.isSubset(of: names) }
  }

  /// Returns the table with other meanings of columns.
  ///
  /// - Parameter text: Meanings with the names of columns, such as `date=Datum,exercise=Übung`.
  /// - Throws: ``TextError``.
  public func mapping(_ text: String) throws(TextError) -> ImportFormat {
    var format = self
    format.columns.merge(try Self.columns(text)) { $1 }
    return format
  }

  private static func columns(_ text: String) throws(TextError) -> [String: Column] {
    var columns: [String: Column] = [:]
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      guard sides.count == 2, let column = Column(rawValue: sides[0].lowercased()) else {
        let names = Column.allCases.map(\.rawValue).joined(separator: ", ")
        throw TextError(
          "\(part.trimmed.quoted) is no meaning and column, as in date=Datum; meanings are \(names)"
        )
      }
      columns[ColumnName(sides[1]).name] = column
    }
    return columns
  }

  /// Returns the meaning of each column of a file, and the unit in its name.
  ///
  /// - Throws: ``TextError`` without a date or an exercise.
  func layout(of header: [String]) throws(TextError) -> [(column: Column, header: ColumnName)] {
    let layout = header.map { text in
      let header = ColumnName(text)
      return (column: columns[header.name] ?? .other, header: header)
    }
    let found = Set(layout.map(\.column))
    for needed in [[Column.date, .dmy, .mdy], [.exercise]] where found.isDisjoint(with: needed) {
      throw TextError(
        line: 1,
        "no column is the \(needed[0].rawValue); name it with --map \(needed[0].rawValue)=COLUMN")
    }
    return layout
  }
}

/// The name of a column: `weight` in kilograms for "Weight (kg)" and "weight_kg".
struct ColumnName: Hashable {
  /// The name as the file has it.
  let text: String
  /// The name in lower case without its unit.
  let name: String
  /// The unit; `nil` if the name has none.
  let unit: String?

  init(_ text: String) {
    self.text = text.trimmed
    var words = text.trimmed.lowercased().split { $0 == " " || $0 == "_" }.map(String.init)
    let last = (words.last ?? "").filter { $0 != "(" && $0 != ")" }
    let hasUnit = words.count > 1 && (last != words.last || Self.units.contains(last))
    if hasUnit { words.removeLast() }
    name = words.joined(separator: " ")
    unit = hasUnit ? last : nil
  }

  private static let units: Set<String> = [
    "kg", "kgs", "lb", "lbs", "km", "m", "mi", "meters", "miles", "seconds", "sec",
  ]
}
