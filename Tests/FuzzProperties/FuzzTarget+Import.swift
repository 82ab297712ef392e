import FoundationEssentials
import Models

extension FuzzTarget {
  /// Checks that the CSV reader terminates, that quoted fields round-trip, and that sets imported from another
  /// program's file can be parsed again.
  func checkImport(_ bytes: [UInt8]) throws(PropertyViolation) {
    var reader = CSVReader(bytes)
    var records: [[String]] = []
    do throws(TextError) {
      while let fields = try reader.next() { records.append(fields) }
    } catch {
      try expect(error.problem.isOnlyText && error.line != nil, error.problem)
    }
    try expect(records.count <= bytes.count + 1, "more records than bytes")
    for delimiter in [",", ";", "\t"] { try checkQuoting(records, delimiter) }
    guard let header = records.first else { return }
    for format in ImportFormat.all { try checkRows(records.dropFirst(), header, format) }
  }

  private func checkQuoting(
    _ records: [[String]], _ delimiter: String
  ) throws(PropertyViolation) {
    let lines = records.map { fields in
      fields.map { field in
        "\"\(field.replacingScalar("\"", with: "\"\""))\""
      }.joined(separator: delimiter)
    }
    // The first record determines the delimiter.
    let text = (["a\(delimiter)b"] + lines).joined(separator: "\r\n")
    var reader = CSVReader(Array(text.utf8))
    do throws(TextError) {
      _ = try reader.next()
      for record in records where record != [""] {
        let read = try reader.next()
        try check(read == record, "\(record) is read as \(read ?? [])")
      }
    } catch {
      guard error.problem.hasPrefix("the record is longer") else {
        throw PropertyViolation(error.problem)
      }
    }
  }

  private func check(_ condition: Bool, _ message: String) throws(TextError) {
    if !condition { throw TextError(message) }
  }

  private func checkRows(
    _ rows: ArraySlice<[String]>, _ header: [String], _ format: ImportFormat
  ) throws(PropertyViolation) {
    do throws(TextError) {
      var reader = try ImportReader(
        format, header: header, unit: .kilograms,
        now: Date(millisecondsSince1970: 1_772_366_400_000),
        utcOffset: { _ in 0 })
      for (index, row) in rows.enumerated() { try reader.read(row, line: index + 2) }
      reader.finish()
      for session in reader.sessions {
        for set in session.sets {
          try check(try SetEntry(text: set.set.text, unit: nil) == set.set, set.set.text)
          try check(Routine.exerciseName(set.exercise) == set.exercise, set.exercise)
          try check(set.time >= session.startedAt, "a set before its session")
        }
      }
      for refusal in reader.refusals { try check(refusal.problem.isOnlyText, refusal.problem) }
    } catch {
      let isExpected = error.problem.contains(" column is missing") || error.isUnitMissing
      guard isExpected else { throw PropertyViolation("\(format.name): \(error)") }
    }
  }
}
