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
    summary: "import from another program",
    options: [.format, .map, .unit, .timeZone, .names, .dryRun, .undoImport, .yes],
    parse: { invocation in
      if invocation.has(.undo) { return { try undo(invocation) } }
      if invocation.operand.isEmpty { return { try list(invocation) } }
      let fileImport = try FileImport(invocation)
      return { try fileImport.run() }
    })

  private static func list(_ invocation: Invocation) throws {
    let batches = try invocation.existingDatabase()?.imports.list() ?? []
    let lines = batches.map {
      "\($0.number)  \(LocalTime($0.importedAt).text)  \($0.format)  \($0.text)"
    }
    for line in lines.isEmpty ? ["No imports yet."] : lines {
      try invocation.output.appendLine(line)
    }
  }

  private static func undo(_ invocation: Invocation) throws {
    let imports = try invocation.existingDatabase()?.imports
    let batch = try imports?.list().first {
      ["", "\($0.number)", $0.file].contains(invocation.operand)
    }
    guard let batch, let (changed, kept) = try imports?.undo(batch.number) else {
      throw UsageError("there is no such import; \"ladder import\" lists them")
    }
    invocation.output.completedChange = "the import is undone"
    try invocation.output.appendLine(
      "Removed import \(batch.number), \(batch.text)."
        + (changed > 0 ? " \(changed) of them had been deleted or corrected." : "")
        + (kept > 0 ? " Kept: \(kept.counted("correction"))." : ""))
  }
}

extension ImportStore.Batch {
  fileprivate var text: String {
    "\(file): \(workoutCount.counted("workout"))"
  }
}

extension Option {
  static let format = Option(
    "format", value: "FORMAT", values: ImportFormat.all.map(\.name) + ["ladder"],
    summary: "strong, hevy, fitnotes, liftlog, ladder or csv")
  static let map = Option(
    "map", value: "COLUMNS", summary: "columns of the file, as in date=Datum")
  static let unit = Option("unit", value: "UNIT", summary: "kg or lb, for weights without a unit")
  static let timeZone = Option("tz", value: "ZONE", summary: "the zone, as in Europe/Berlin")
  static let names = Option(
    "names", value: "FILE", summary: "the table of exercise names; written if missing")
  static let dryRun = Option("dry-run", summary: "show what would be imported")
  static let undoImport = Option("undo", summary: "undo an import")
}

/// An error in a file. Nothing from the file is imported.
struct ImportError: CommandLineError {
  let sentence: String
  let beginsWithPlace: Bool
  var exitCode: Int32 { 1 }

  init(_ path: String, line: Int? = nil, _ problem: String) {
    sentence = "\(TextError(line: line, problem).inFile(path)); nothing was imported"
    beginsWithPlace = line != nil
  }
}

extension TextError {
  /// The problem after its location: `strong.csv:14: the date is missing`.
  fileprivate func inFile(_ path: String) -> String {
    "\(path.escapedText)\(line.map { ":\($0)" } ?? ""): \(problem)"
  }
}

/// The import of a file.
private struct FileImport {
  private let invocation: Invocation
  private let format: String?
  private let unit: Weight.Unit?
  private let utcOffset: (Date) -> Int
  private var tool: CommandLineTool { invocation.tool }
  private var path: String { invocation.operand }

  /// - Throws: ``UsageError``.
  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    func value<Value>(_ option: Option, _ parse: (String) -> Value?) throws -> Value? {
      guard let text = invocation.arguments[option] else { return nil }
      if let value = parse(text) { return value }
      throw UsageError("\(option.spelling) must be \(option.summary), not \(text.quoted)")
    }
    format = try value(.format) { Option.format.values.contains($0) ? $0 : nil }
    unit = try value(.unit) { Weight.Unit(rawValue: $0) }
    let zone = try value(.timeZone) { name in
      TimeZoneRules.path(of: name).flatMap { try? InputFile($0).contents(maxSize: 1 << 16) }
        .flatMap { TimeZoneRules(file: $0) }
    }
    utcOffset = { date in
      zone.map { Int($0.offset(at: date.millisecondsSince1970 / 1000)) } ?? LocalTime(date).offset
    }
  }

  func run() throws {
    let (folder, isDryRun) = (try invocation.dataFolder(), invocation.has(.dryRun))
    if !isDryRun { try folder.createFolder() }
    let table = invocation.arguments[.names]?.pathForSQLite
    tool.confine([folder.path, table?.parentPath].compactMap(\.self) + invocation.temporaryFolders)
    let input = try InputFile(path)
    func open() throws -> Connection {
      try isDryRun ? invocation.existingDatabase() ?? .inMemory() : invocation.database()
    }
    if format == "ladder" || format == nil && input.firstByte == UInt8(ascii: "{") {
      let stores = try open()
      return try perform(
        preview: { try importLadder(input, into: stores, isKept: false) },
        { try importLadder(input, into: stores, isKept: true) })
    }
    let settings = invocation.loadSettingsReportingProblems()
    let person = try invocation.person(settings)
    let bytes = try input.contents(maxSize: 128 << 20)
    let (reader, format) = try read(bytes, unit: unit ?? settings.settings.unit)
    let stores = try open()
    let names = try names(of: reader, table, by: person, in: stores.imports)
    try perform(
      preview: {
        report(try stores.imports.preview(reader.sessions, by: person), of: reader)
      },
      {
        let showProgress = progress("sets")
        let count = reader.sessions.reduce(0) { $0 + $1.sets.count }
        let summary = try stores.imports.add(
          reader.sessions, names: names, file: file, format: format, by: person, at: tool.now()
        ) { showProgress($0, $0, count) }
        return report(summary, of: reader)
      })
  }

  /// The name of the file without its folder.
  private var file: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The lines about an import. The first has the number of added items.
  private typealias Report = (lines: [String], refusals: ProblemList<TextError>, batch: Int64?)

  /// Previews the import and asks for confirmation if there is a terminal, and then imports the file.
  private func perform(preview: () throws -> Report, _ add: () throws -> Report) throws {
    let isDryRun = invocation.has(.dryRun)
    var refusals: ProblemList<TextError>?
    if isDryRun || tool.isTerminal && !invocation.has(.yes) {
      refusals = try write(try preview(), verb: "Would add")
      try invocation.output.flush()
      if !isDryRun { try invocation.confirmation.ask("Import this?") }
    }
    if !isDryRun {
      let report = try add()
      tool.showProgress("")
      invocation.output.completedChange = "the import is complete"
      refusals = try write(report, verb: "Added")
    }
    if refusals?.isEmpty == false { throw ReportedFailure() }
  }

  private func write(_ report: Report, verb: String) throws -> ProblemList<TextError> {
    let undo = report.batch.map { "\"ladder import --undo \($0)\" removes it." }
    let others = [report.refusals.omittedText, undo].compactMap(\.self)
    try invocation.output.appendLine("\(verb): \(report.lines[0])")
    for line in report.lines.dropFirst() + report.refusals.map({ $0.inFile(path) }) + others {
      try invocation.output.appendLine(line)
    }
    return report.refusals
  }

  /// An error that rolls back a preview, or an import that has added nothing.
  private struct Rollback: Error {
    let report: Report
  }

  /// Imports a file that "ladder export" wrote, in one transaction.
  private func importLadder(
    _ input: InputFile, into stores: Connection, isKept: Bool
  ) throws -> Report {
    // The preview has read it already.
    input.rewind()
    var reader = ExportReader(input.nextChunk)
    do {
      return try stores.write {
        let batch = try stores.imports.begin(file: file, format: "ladder", at: tool.now())
        var items = ExportImport(into: stores, for: batch, at: tool.now())
        while let (json, line) = try reader.next() { try items.add(json, line: line) }
        try input.checkUnchanged()
        let lines = [
          items.addedCount.counted("item"),
          "Already there: \(items.existingCount.counted("item"))",
          "Refused: \(items.refusals.totalCount.counted("item"))",
        ]
        guard isKept, items.addedCount > 0 else {
          throw Rollback(report: (lines, items.refusals, nil))
        }
        return (lines, items.refusals, batch)
      }
    } catch let error as TextError {
      throw ImportError(path, line: error.line, error.problem)
    } catch let rollback as Rollback {
      return rollback.report
    }
  }

  /// Reads the rows of a file, and returns them with the name of the format.
  private func read(_ bytes: [UInt8], unit: Weight.Unit?) throws -> (ImportReader, String) {
    let (map, showProgress) = (invocation.arguments[.map], progress("rows"))
    do throws(TextError) {
      var csv = CSVReader(bytes)
      guard let header = try csv.next() else { throw TextError("it is empty") }
      let name = format ?? ImportFormat.recognized(by: header) ?? (map == nil ? nil : "csv")
      guard var format = ImportFormat.all.first(where: { $0.name == name }) else {
        throw TextError(
          line: 1, "no known program has these columns; add --map date=COLUMN,exercise=COLUMN,...")
      }
      if let map { format = try format.mapping(map) }
      var reader = try ImportReader(
        format, header: header, unit: unit, now: tool.now(), utcOffset: utcOffset)
      while let fields = try csv.next() {
        try reader.read(fields, line: csv.line)
        if reader.rowCount.isMultiple(of: 4096) {
          showProgress(reader.rowCount, csv.position, bytes.count)
        }
      }
      reader.finish()
      tool.showProgress("")
      return (reader, format.name)
    } catch {
      throw ImportError(path, line: error.line, error.problem)
    }
  }

  /// Prints the names of the exercises. If the table of names exists, its names are used; otherwise it is written. A
  /// line has the name in the file and the name to show, as in `Bankdrücken = bench press`.
  private func names(
    of reader: ImportReader, _ table: String?, by person: PersonName, in imports: ImportStore
  ) throws -> [ImportStore.Name] {
    var chosen: [String: String] = [:]
    let isWritten = table.map { access($0, F_OK) == 0 } ?? false
    if let table, isWritten {
      let text = String(decoding: try InputFile(table).contents(maxSize: 1 << 20), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where !line.isEmpty {
        let parts = line.split(separator: " = ")
        guard parts.count == 2, let name = Routine.exerciseName(parts[1]) else {
          throw ImportError(
            table, line: index + 1, "each line needs two names, as in Press = bench press")
        }
        chosen[String(parts[0])] = name
      }
    }
    let names = try imports.names(of: reader, chosen: chosen, by: person)
    for name in names {
      let shown = (name.file == name.shown ? "" : "\(name.file) = ") + name.shown
      try invocation.output.appendLine(name.isNew ? "\(shown)  (new)" : shown)
    }
    if let table, !isWritten {
      let text = names.map { "\($0.file) = \($0.shown)\n" }.joined()
      let code = replaceFile(at: table, with: Array(text.utf8))
      guard code == 0 else { throw ImportError(table, systemErrorMessage(code)) }
    }
    return names
  }

  private func report(_ summary: ImportStore.Summary, of reader: ImportReader) -> Report {
    let lines = [
      "\(summary.sets.counted("set")) in \(summary.workouts.counted("workout"))"
        + (summary.merged > 0 ? ", \(summary.merged) with the same start as a stored one" : ""),
      "Already there: \(summary.known.counted("set")); repeated in the file: \(reader.repeatedRowCount)",
      "Kept as notes: \(reader.noteCount.counted("value"))",
      "Refused: \(reader.refusals.totalCount.counted("row"))",
    ]
    return (lines, reader.refusals, summary.batch)
  }

  /// Returns a function that shows the progress: `40960 rows, 81920 a second, 2 s left`.
  private func progress(_ unit: String) -> (_ count: Int, _ done: Int, _ total: Int) -> Void {
    let start = ContinuousClock.now
    return { [tool] count, done, total in
      let seconds = max(0.001, (ContinuousClock.now - start) / .seconds(1))
      let left = Int(seconds * Double(total - done) / Double(max(1, done)))
      let rate = Int(Double(count) / seconds)
      tool.showProgress("\(count) \(unit), \(rate) a second, \(left) s left")
    }
  }
}

/// A regular file that must not change while it is read.
final class InputFile {
  private let path: String
  private let descriptor: Int32
  private let before: stat
  private var readCount = 0

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw ImportError(path, systemErrorMessage()) }
    var status = stat()
    fstat(descriptor, &status)
    before = status
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImportError(path, fileTypeMismatch(status.st_mode))
    }
  }

  deinit { close(descriptor) }

  /// The first byte; zero if the file is empty.
  var firstByte: UInt8 {
    var byte: UInt8 = 0
    pread(descriptor, &byte, 1, 0)
    return byte
  }

  /// Reads the whole file.
  func contents(maxSize: Int) throws -> [UInt8] {
    guard before.st_size <= maxSize else {
      throw ImportError(path, "it is larger than \(maxSize >> 20) MB; split it")
    }
    var bytes: [UInt8] = []
    while bytes.count <= maxSize {
      let chunk = try nextChunk()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    try checkUnchanged()
    return bytes
  }

  /// Reads the next part of the file; empty at its end.
  func nextChunk() throws -> [UInt8] {
    guard let chunk = readPart(of: descriptor) else {
      throw ImportError(path, systemErrorMessage())
    }
    readCount += chunk.count
    return chunk
  }

  /// Continues at the beginning of the file.
  func rewind() {
    lseek(descriptor, 0, SEEK_SET)
    readCount = 0
  }

  func checkUnchanged() throws {
    var after = stat()
    fstat(descriptor, &after)
    guard readCount == before.st_size, before.st_mtim.tv_sec == after.st_mtim.tv_sec,
      before.st_mtim.tv_nsec == after.st_mtim.tv_nsec
    else { throw ImportError(path, "it changed while it was read; try again") }
  }
}
