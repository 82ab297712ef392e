import ClientsLive
import CommandLineInterface
import Models
import SQLite

extension Command {
  /// Exports workouts, plans, challenges and settings of exercises: `ladder export [FILE]`.
  static let export = Command(
    "export", operand: Operand("FILE", isOptional: true, isFile: true, example: "ladder.json"),
    summary: "export workouts and plans", options: [.exportFormat, .since],
    parse: { invocation in
      let (name, options) = (invocation.operand, invocation.arguments)
      let ending = String(name.split(separator: ".").last ?? "")
      let format = options[.exportFormat].map { ExportFormat(rawValue: $0) }
      guard let format = format ?? ExportFormat(rawValue: ending) ?? .json else {
        throw UsageError("--format must be json, csv or jsonl")
      }
      let since = try options[.since].map {
        try LoggedWorkout.start(
          $0, duration: .zero, option: "--since", now: invocation.tool.now(), invocation.dayStart)
      }
      let person = try options.person()
      return {
        guard var store = try invocation.existingDatabase()?.exports else {
          throw BackupError.missingDatabase(folder: try invocation.dataFolder().path)
        }
        store.person = person
        if let since {
          store.firstDay = invocation.dayStart.day(
            of: LocalTime(since.date, utcOffset: since.utcOffset))
        }
        try store.write(format, to: name, invocation.tool)
      }
    })
}

extension ExportStore {
  /// Writes an export to a new file, or to standard output for `-` or an empty name.
  fileprivate func write(_ format: ExportFormat, to name: String, _ tool: CommandLineTool) throws {
    let file = ["", "-"].contains(name) ? nil : try TemporaryFile(for: name)
    let output = file.map { Output(descriptor: $0.file) } ?? tool.output
    var count = 0
    let counts = try write(format) { text in
      output.append(text)
      try output.flushIfLarge()
      count += 1
      if file != nil, count.isMultiple(of: 1000) { tool.showProgress("exporting \(count) items") }
    }
    try output.flush()
    if let file {
      tool.showProgress("")
      try file.moveIntoPlace()
      tool.output.completedChange = "the export \(name.escapedText) is complete"
      let workouts = counts.workoutCount.counted("workout")
      try tool.output.appendLine("Exported \(workouts) to \(name.escapedText)")
    }
    guard counts.unreadableCount > 0 else { return }
    tool.report(
      "\(counts.unreadableCount.counted("workout")) cannot be read; \"ladder doctor\" lists them")
    throw ReportedFailure()
  }
}
