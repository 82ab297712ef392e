import FoundationEssentials
import Testing

@testable import Models

/// Tests of the rows of other programs' files.
struct ImportReaderTests {
  /// Reads rows of a format. Times are in UTC, and the current time is noon of 2026-03-01.
  private func reader(
    _ text: String, map: String? = nil, unit: Weight.Unit? = nil
  ) throws -> ImportReader {
    var csv = CSVReader(Array(text.utf8))
    let header = try #require(try csv.next())
    let name = ImportFormat.recognized(by: header) ?? "csv"
    var format = try #require(ImportFormat.all.first { $0.name == name })
    if let map { format = try format.mapping(map) }
    var reader = try ImportReader(
      format, header: header, unit: unit, now: Date(millisecondsSince1970: 1_772_366_400_000),
      utcOffset: { _ in 0 })
    while let fields = try csv.next() { try reader.read(fields, line: csv.line) }
    reader.finish()
    return reader
  }

  private func sets(_ session: ImportedSession?) -> [String] {
    (session?.sets ?? []).map { "\($0.exercise) \($0.set.text)" }
  }

  @Test func `sets have the digits, the unit and the kind from the file`() throws {
    let reader = try reader(
      """
      date,exercise,kind,weight,unit,reps,rpe,note
      2025-01-01 10:00,Squat,w,60,kg,5,,
      2025-01-01 10:00,Squat,,102.50,KGS,5.0,8.0,slow
      2025-01-01 10:00,Squat,drop,80,lbs,12,8.25,
      2025-01-01 10:00,Pull up,,0.0,,8,10,
      2025-01-01 10:00,Pull up,failure,-20,kg,6,,
      2025-01-01 10:00,Squat,,"62,5",kg,5,"7,5",
      2025-01-01 10:00,Squat,,61.23496995,kg,5,,
      """)
    #expect(
      sets(reader.sessions.first) == [
        "Squat w60kgx5", "Squat 102.50kgx5@8 slow", "Squat 80lbx12 drop; RPE 8.25",
        "Pull up x8@10", "Pull up -20kgx6 failure", "Squat 62.5kgx5@7.5",
        "Squat 61.235kgx5 \"61.23496995kg\"",
      ])
    #expect(reader.refusals.isEmpty && reader.noteCount == 4)
  }

  @Test func `sets without reps go into the note of the session, with their distance and duration`()
    throws
  {
    let reader = try reader(
      """
      date,end,exercise,weight,unit,reps,distance_km,time,workout
      2025-01-01 10:00,2025-01-01 11:30,Run,,,,5.0,1500,Legs
      2025-01-01 10:00,2025-01-01 11:30,Plank,,,0,,0:01:00,Legs
      2025-01-01 10:00,2025-01-01 11:30,Squat,100,kg,,,,Legs
      2025-01-01 10:00,2025-01-01 11:30,Squat,100,kg,5,,30,Legs
      """)
    let session = try #require(reader.sessions.first)
    #expect(sets(session) == ["Squat 100kgx5 \"30s\""])
    #expect(session.note?.text == "Legs; Run 5.0km 1500s; Plank 0:01:00; Squat 100kg")
    #expect(session.figures.distance?.text == "5.0km")
    #expect(session.duration == .seconds(5400))
  }

  @Test func `a session with several distances has no distance`() throws {
    let reader = try reader(
      "date,exercise,distance_m\n2025-01-01,Run,400\n2025-01-01,Run,400\n")
    #expect(reader.sessions.first?.figures.distance == nil)
    #expect(reader.sessions.first?.note?.text == "Run 400m; Run 400m")
  }

  @Test func `refused rows have their lines and reasons`() throws {
    let reader = try reader(
      """
      date,exercise,weight,unit,reps
      2025-01-01,Squat,100,kg,1001
      2025-01-01,Squat,12345,kg,5
      2025-01-01,Squat,many,kg,5
      2025-01-01,Squat,100,stone,5
      2025-01-01,Squat,100,kg,2.5
      2025-01-01,Squat,,,
      2025-01-01,,100,kg,5
      ,Squat,100,kg,5
      2025-02-30,Squat,100,kg,5
      2026-03-03,Squat,100,kg,5
      2025-01-01,Squat,100,kg,5,x
      2025-01-01,Squat,100,kg,5
      """)
    #expect(reader.refusals.map(\.line) == Array(2...12))
    #expect(
      reader.refusals.map(\.problem) == [
        "reps are a number from 0 to 1000, not \"1001\"",
        "a weight is a number up to 9999.999, not \"12345\"",
        "a weight is a number up to 9999.999, not \"many\"",
        "\"100\" is in \"stone\", not in kg or lb",
        "reps are a number from 0 to 1000, not \"2.5\"",
        "the row has no reps, no time and no distance", "the exercise is missing",
        "the date is missing", "the date \"2025-02-30\" is on a day that does not exist",
        "the date \"2026-03-03\" must not be in the future",
        "the row has 6 fields, but the header has 5",
      ])
    #expect(sets(reader.sessions.first) == ["Squat 100kgx5"])
  }

  @Test func `a weight without a known unit stops the reader`() throws {
    let text = "date,exercise,weight,reps\n2025-01-01,Squat,100,5\n"
    let error = TextError(line: 2, "\"100\" has no unit; add --unit kg or --unit lb")
    #expect(throws: error) { try reader(text) }
    #expect(sets(try reader(text, unit: .pounds).sessions.first) == ["Squat 100lbx5"])
  }

  @Test func `a session has at most 500 sets`() throws {
    let rows = String(repeating: "2025-01-01,Squat,100,kg,5\n", count: 502)
    let reader = try reader("date,exercise,weight,unit,reps\n\(rows)")
    #expect(reader.sessions.first?.sets.count == 500)
    #expect(reader.refusals.map(\.line) == [502, 503])
  }

  @Test func `repeated rows with a set number are read once`() throws {
    let reader = try reader(
      """
      Date,Exercise Name,Set Order,Weight (kg),Reps
      2025-01-01 10:00:00,Squat,1,100,5
      2025-01-01 10:00:00,Squat,2,100,5
      2025-01-01 10:00:00,Squat,2,100,5
      """)
    #expect(reader.sessions.first?.sets.count == 2 && reader.repeatedRowCount == 1)
  }

  @Test func `rests and notes are kept`() throws {
    let reader = try reader(
      """
      Date,Exercise Name,Set Order,Weight (kg),Reps,Seconds,Notes,Workout Notes
      2025-01-01 10:00:00,Squat,Rest Timer,,,90,,
      2025-01-01 10:00:00,Squat,1,100,5,,,tired
      2025-01-01 10:00:00,Squat,Rest Timer,,,180,,
      2025-01-01 10:00:00,Squat,Note,,,,"low
      bar",
      """)
    #expect(sets(reader.sessions.first) == ["Squat 100kgx5 rest 180s"])
    #expect(reader.sessions.first?.note?.text == "rest 90s; tired; Squat: low bar")
  }

  @Test func `long notes are spread over the sets, and texts that don't fit are refused`() throws {
    let word = String(repeating: "x", count: 150)
    let rows = (1...3).map { "2025-01-01,Squat,100,kg,5,note\($0)\(word),\(word)a \(word)b\n" }
    let reader = try reader("date,exercise,weight,unit,reps,note,workout notes\n\(rows.joined())")
    let session = try #require(reader.sessions.first)
    #expect(session.note?.text.hasPrefix(word) == true)
    let all = ([session.note?.text] + session.sets.map { $0.set.note?.text }).compactMap(\.self)
    #expect(all.allSatisfy { !WorkoutNote.isTooWide($0) })
    #expect(reader.refusals.count == 1)
  }

  @Test func `sets have their own times, and rows with the same ID are one session`() throws {
    let reader = try reader(
      """
      SessionId,Timestamp,Exercise,Weight,WeightUnit,Reps,TargetReps,Notes
      s,2025-01-01T23:59:00,Squat,100,kg,5,5,
      s,2025-01-02T00:04:00,Squat,100,kg,4,5,
      s,2025-01-01T23:50:00,Squat,60,kg,5,5,
      s,2025-01-05T23:50:00,Squat,60,kg,5,5,
      """)
    let session = try #require(reader.sessions.first)
    #expect(reader.sessions.count == 1 && reader.refusals.map(\.line) == [5])
    #expect(sets(session) == ["Squat 60kgx5", "Squat 100kgx5", "Squat 100kgx4 target 5"])
    #expect(session.sets.map { $0.time.timeIntervalSince(session.startedAt) } == [0, 540, 840])
  }

  @Test func `names are sanitized and truncated, which never merges two exercises`() throws {
    let long = String(repeating: "press ", count: 10)
    let reader = try reader(
      """
      date,exercise,reps
      2025-01-01,"Press ""strict"" \u{1B}[31m",5
      2025-01-01,\(long)a,5
      2025-01-01,\(long)b,5
      """)
    #expect(reader.exercises.map(\.name).first == "Press 'strict' [31m")
    #expect(reader.exercises.count == 2 && reader.exercises[1].name.maxColumnWidth <= 48)
    #expect(reader.refusals.map(\.line) == [4])
  }

  @Test func `body weight is a figure, and unknown columns are notes`() throws {
    let reader = try reader(
      "date;exercise;reps;Körper;Puls\n2025-01-01;Squat;5;82,5;140\n", map: "body-weight=Körper",
      unit: .kilograms)
    #expect(reader.sessions.first?.figures.bodyWeight?.text == "82.5kg")
    #expect(sets(reader.sessions.first) == ["Squat x5 Puls 140"])
  }
}
