import Testing

@testable import Models

/// Tests of the tables that define the columns of each import format.
struct ImportFormatTests {
  @Test(arguments: [
    (
      "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE",
      "strong"
    ),
    (
      "Workout #,Date,Workout Name,Duration (sec),Exercise Name,Set Order,Weight (kg),Reps,RPE,Distance (meters),Seconds,Notes,Workout Notes",
      "strong"
    ),
    (
      "Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,RPE,Distance,Distance Unit,Seconds,Notes,Workout Notes,Workout Duration",
      "strong"
    ),
    (
      "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe",
      "hevy"
    ),
    (
      "title,start_time,end_time,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_lbs,reps,distance_miles,duration_seconds,rpe",
      "hevy"
    ),
    (
      "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment",
      "fitnotes"
    ),
    (
      "Date,Exercise,Category,Weight (kg),Weight (lbs),Reps,Distance,Distance Unit,Time,Notes,Kind",
      "fitnotes"
    ),
    ("SessionId,Timestamp,Exercise,Weight,WeightUnit,Reps,TargetReps,Notes", "liftlog"),
    ("DATE, exercise ,reps", "csv"),
  ])
  func `a format is recognized and knows all columns`(header: String, name: String) throws {
    let header = header.split(separator: ",").map(String.init)
    #expect(ImportFormat.recognized(by: header) == name)
    let format = try #require(ImportFormat.all.first { $0.name == name })
    #expect(try format.layout(of: header).filter { $0.column == .other }.map(\.name) == [])
  }

  @Test func `other columns are not recognized`() {
    #expect(ImportFormat.recognized(by: ["id", "name", "value"]) == nil)
    #expect(ImportFormat.recognized(by: []) == nil)
  }

  @Test func `the name of a column can have a unit`() throws {
    let layout = try ImportFormat.all[4].layout(of: [
      "date", "exercise", "Weight (lbs)", "weight_kg", "Reps",
    ])
    #expect(layout.map(\.unit) == ["", "", "lbs", "kg", ""])
    #expect(layout[2].column == .weight && layout[3].column == .weight)
  }

  @Test func `a map gives columns meanings`() throws {
    let format = try ImportFormat.all[4].mapping("dmy=Datum, exercise=Übung,Note=Was sonst")
    let layout = try format.layout(of: ["Datum", "ÜBUNG", "was sonst", "Puls"])
    #expect(layout.map(\.column) == [.dmy, .exercise, .note, .other])
  }

  @Test(arguments: ["date", "date=", "foo=Bar", "=Bar"])
  func `an invalid map is refused`(map: String) throws {
    #expect(throws: TextError.self) { try ImportFormat.all[4].mapping(map) }
  }

  @Test func `a date and an exercise are required`() {
    #expect(
      throws: TextError(
        line: 1, "the exercise column is missing; choose it with --map exercise=COLUMN")
    ) {
      try ImportFormat.all[4].layout(of: ["date", "reps"])
    }
    #expect(throws: TextError.self) { try ImportFormat.all[4].layout(of: ["exercise", "reps"]) }
  }
}
