import ClientsLive
import CommandLineInterface
import Files
import FoundationEssentials
import Glibc
import Models
import SQLite

extension Command {
  /// Imports the file of another program: `ladder import FILE`. Without a file, it lists the imports.
  static let `import` = Command(
    "import", operand: Operand("FILE", isOptional: true, isFile: true, example: "strong.csv"),
    summary: "import another program's history, or list the imports",
    options: [.format, .map, .unit, .timeZone, .names, .dryRun, .undo, .yes],
    parse: { invocation in
      if invocation.has(.undo) { return { try undo(invocation) } }
      if invocation.operand.isEmpty { return { try list(invocation) } }
      let fileImport = try FileImport(invocation)
      return { try fileImport.run() }
    })

  private static func list(_ invocation: Invocation) throws {
    let batches = try invocation.existingDatabase()?.imports.list() ?? []
    for batch in batches {
      try invocation.output.appendLine(
        "\(batch.number)  \(LocalTime(batch.importedAt).text)  \(batch.text), \(batch.format)")
    }
    if batches.isEmpty { try invocation.output.appendLine("Nothing was imported yet.") }
  }

  private static func undo(_ invocation: Invocation) throws {
    let imports = try invocation.existingDatabase()?.imports
    let batch = try imports?.list().first {
      ["", "\($0.number)", $0.file].contains(invocation.operand)
    }
    guard let batch, let undone = try imports?.undo(batch.number) else {
      throw UsageError("there is no such import; \"ladder import\" lists them")
    }
    invocation.output.completedChange = "the import is undone"
    try invocation.output.appendLine(
      "Removed import \(batch.number): \(batch.text)."
        + (undone.changedCount > 0 ? " You had deleted or corrected \(undone.changedCount)." : "")
        + (undone.keptCorrectionCount > 0
          ? " \(undone.keptCorrectionCount) corrected by you stay." : ""))
  }
}

extension ImportStore.Batch {
  fileprivate var text: String {
    "\(file), \(workoutCount == 1 ? "1 workout" : "\(workoutCount) workouts")"
  }
}

extension Option {
  static let format = Option(
    "format", value: "FORMAT", values: ImportFormat.all.map(\.name) + ["ladder"],
    summary: "strong, hevy, fitnotes, liftlog, ladder or csv")
  static let map = Option(
    "map", value: "COLUMNS", summary: "meanings of columns: date=Datum,exercise=Name")
  static let unit = Option(
    "unit", value: "UNIT", values: Weight.Unit.allCases.map(\.rawValue),
    summary: "kg or lb, for weights that have no unit in the file")
  static let timeZone = Option(
    "tz", value: "ZONE", summary: "the time zone of the file, as in Europe/Berlin")
  static let names = Option(
    "names", value: "FILE", summary: "a table of exercises, written if it doesn't exist")
  static let dryRun = Option("dry-run", summary: "show what would be imported")
}

/// An error of a file to import, with its place. Nothing is imported.
private struct ImportError: CommandLineError {
  let sentence: String
  var beginsWithPlace = false
  var exitCode: Int32 { 1 }

  init(_ path: String, _ reason: String) {
    sentence = "\(path.escapedText) cannot be imported (\(reason)); nothing was imported"
  }

  init(_ path: String, _ error: TextError) {
    sentence = error.inFile(path) + "; nothing was imported"
    beginsWithPlace = true
  }
}

extension TextError {
  /// The problem after its place: `strong.csv:14: the date is missing`.
  fileprivate func inFile(_ path: String) -> String {
    "\(path.escapedText):\(line ?? 1): \(problem)"
  }
}

/// The import of a file.
private struct FileImport {
  private let invocation: Invocation
  private let path: String
  private let format: String?
  private let unit: Weight.Unit?
  private let utcOffset: (Date) -> Int
  private var tool: CommandLineTool { invocation.tool }
  private var output: Output { invocation.output }

  /// - Throws: ``UsageError``.
  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    path = invocation.operand
    func value<Value>(_ option: Option, _ parse: (String) -> Value?) throws -> Value? {
      guard let text = invocation.arguments[option] else { return nil }
      if let value = parse(text) { return value }
      throw UsageError("\(option.spelling) is \(option.summary), not \(text.quoted)")
    }
    format = try value(.format) { Option.format.values.contains($0) ? $0 : nil }
    unit = try value(.unit) { Weight.Unit(rawValue: $0) }
    let zone = try value(.timeZone) { name in
      TimeZoneRules.path(of: name).flatMap { try? Self.read($0, maxSize: 1 << 16) }
        .flatMap { TimeZoneRules(file: $0) }
    }
    utcOffset = { date in
      zone.map { Int($0.offset(at: date.millisecondsSince1970 / 1000)) } ?? LocalTime(date).offset
    }
  }

  func run() throws {
    let folder = try invocation.dataFolder()
    let isDryRun = invocation.has(.dryRun)
    if !isDryRun { try folder.createFolder() }
    let namesPath = invocation.arguments[.names]?.pathForSQLite
    tool.confine(
      [folder.path, namesPath?.parentPath].compactMap(\.self) + invocation.temporaryFolders)
    let bytes = try Self.read(path, maxSize: 128 << 20)
    if format == "ladder" || format == nil && bytes.first == UInt8(ascii: "{") {
      return try importLadder(bytes)
    }
    let settings = invocation.loadSettingsReportingProblems()
    let person = try invocation.person(settings)
    let (reader, format) = try read(bytes, unit: unit ?? settings.settings.unit)
    let stores =
      try isDryRun
      ? invocation.existingDatabase() ?? .inMemory() : Connection.open(in: folder)
    let chosen = try namesPath.map(readNames) ?? [:]
    let names = try stores.imports.names(of: reader, chosen: chosen ?? [:], by: person)
    if let namesPath, chosen == nil { try write(names, to: namesPath) }
    for name in names {
      let shown = name.file == name.shown ? name.shown : "\(name.file) = \(name.shown)"
      try output.appendLine(name.isNew ? "\(shown)  (new)" : shown)
      if let other = chosen?[name.file], !name.isRenamed, other.nameKey != name.shown.nameKey {
        tool.report(
          "\(name.file.quoted) is an exercise of yours already; merge it with \"ladder exercises rename\""
        )
      }
    }
    if isDryRun || tool.isTerminal && !invocation.has(.yes) {
      try report(
        try stores.imports.preview(reader.sessions, by: person), of: reader, added: "Would add")
      if !isDryRun {
        try output.flush()
        try invocation.confirmation.ask("Import this?")
      }
    }
    if !isDryRun {
      let progress = Progress()
      let count = reader.sessions.reduce(0) { $0 + $1.sets.count }
      let file = path.split(separator: "/").last.map(String.init) ?? path
      let summary = try stores.imports.add(
        reader.sessions, names: names, file: file, format: format, by: person, at: tool.now()
      ) { tool.showProgress(progress.text("sets", $0, of: count, done: $0)) }
      tool.showProgress("")
      output.completedChange = "the import is complete"
      try report(summary, of: reader, added: "Added")
    }
    if !reader.refusals.isEmpty { throw ReportedFailure() }
  }

  /// Imports a file that "ladder export" wrote.
  private func importLadder(_ bytes: [UInt8]) throws {
    throw ImportError(path, "files of Ladder cannot be imported yet")
  }

  // MARK: - Reading

  /// Reads a regular file that doesn't change.
  private static func read(_ path: String, maxSize: Int) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw ImportError(path, systemErrorMessage()) }
    defer { close(file) }
    var (before, after) = (stat(), stat())
    fstat(file, &before)
    guard before.st_mode & S_IFMT == S_IFREG else {
      throw ImportError(path, fileTypeMismatch(before.st_mode))
    }
    guard before.st_size <= maxSize else {
      throw ImportError(path, "it is larger than \(maxSize >> 20) MB; split it")
    }
    guard let bytes = readAll(of: file, maxBytes: maxSize) else {
      throw ImportError(path, systemErrorMessage())
    }
    fstat(file, &after)
    guard bytes.count == before.st_size, before.st_mtim.tv_sec == after.st_mtim.tv_sec,
      before.st_mtim.tv_nsec == after.st_mtim.tv_nsec
    else { throw ImportError(path, "it changed while it was read; try again") }
    return bytes
  }

  /// Reads the rows of a file.
  ///
  /// - Returns: The rows, and the name of the format.
  private func read(
    _ bytes: [UInt8], unit: Weight.Unit?
  ) throws -> (ImportReader, format: String) {
    do throws(TextError) {
      var csv = CSVReader(bytes)
      guard let header = try csv.next() else { throw TextError(line: 1, "the file is empty") }
      let map = invocation.arguments[.map]
      let recognized = ImportFormat.recognizing(header)
      guard
        var format = format == nil
          ? recognized ?? (map == nil ? nil : ImportFormat.all.last)
          : ImportFormat.all.first(where: { $0.name == format })
      else {
        throw TextError(
          line: 1,
          "the columns are those of no known program; name them with --map date=COLUMN,"
            + "exercise=COLUMN,weight=COLUMN,reps=COLUMN")
      }
      if let map { format = try format.mapping(map) }
      var reader = try ImportReader(
        format, header: header, unit: unit, now: tool.now(), utcOffset: utcOffset)
      let progress = Progress()
      while let fields = try csv.next() {
        try reader.read(fields, line: csv.line)
        if reader.rowCount.isMultiple(of: 4096) {
          let (done, total) = csv.progress
          tool.showProgress(progress.text("rows", reader.rowCount, of: total, done: done))
        }
      }
      reader.finish()
      tool.showProgress("")
      return (reader, format.name)
    } catch {
      throw ImportError(path, error)
    }
  }

  // MARK: - Names

  /// Reads a table of names: a line has the name in the file and the one to use, as in `Bankdrücken = bench press`.
  ///
  /// - Returns: `nil` if there is no file.
  private func readNames(_ path: String) throws -> [String: String]? {
    guard access(path, F_OK) == 0 else { return nil }
    var names: [String: String] = [:]
    let text = String(decoding: try Self.read(path, maxSize: 1 << 20), as: UTF8.self)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.hasPrefix("#") && line.contains(where: { !$0.isWhitespace }) {
      let parts = line.split(separator: " = ")
      guard parts.count == 2, let name = Routine.exerciseName(parts[1]) else {
        throw ImportError(
          path, TextError(line: index + 1, "a line is NAME = NAME, up to 48 columns"))
      }
      names[String(parts[0])] = name
    }
    return names
  }

  private func write(_ names: [ImportStore.Name], to path: String) throws {
    let lines = names.map { "\($0.file) = \($0.shown)\n" }
    let code = replaceFile(at: path, with: Array(lines.joined().utf8))
    guard code == 0 else { throw ImportError(path, systemErrorMessage(code)) }
  }

  // MARK: - Reporting

  private func report(
    _ summary: ImportStore.Summary, of reader: ImportReader, added: String
  ) throws {
    let lines = [
      "\(added): \(summary.sets) sets in \(summary.workouts) workouts"
        + (summary.merged > 0 ? ", \(summary.merged) at the start of an existing one" : ""),
      "Already there: \(summary.known) sets, \(reader.repeatedRowCount) repeated rows",
      "Kept as notes: \(reader.noteCount) values", "Refused: \(reader.refusals.totalCount) rows",
    ]
    for line in lines + reader.refusals.map({ $0.inFile(path) }) { try output.appendLine(line) }
    if let omitted = reader.refusals.omittedText { try output.appendLine(omitted) }
    if let batch = summary.batch {
      try output.appendLine("Import \(batch); \"ladder import --undo \(batch)\" removes it.")
    }
  }
}

/// The speed of a long operation.
private struct Progress {
  private let start = ContinuousClock.now

  /// The line about it: `40960 rows, 81920 a second, 2 s left`.
  func text(_ unit: String, _ count: Int, of total: Int, done: Int) -> String {
    let seconds = max(0.001, (ContinuousClock.now - start) / .seconds(1))
    let left = seconds * Double(max(0, total - done)) / Double(max(1, done))
    return
      "\(count) \(unit), \(Int(Double(count) / seconds)) a second, \(Int(left.rounded(.up))) s left"
  }
}
