import CSystem
import Glibc
import WorkoutSeeding

/// The command-line interface of `ladder-bench`: the benchmarks, the seeder and the soak test.
package enum BenchmarkTool {
  /// Runs a command line and prints the result.
  ///
  /// - Parameter words: The command line without the program's name.
  /// - Returns: The exit code: 1 if a figure is slower than the baseline, 2 for an error.
  @MainActor
  package static func run(_ words: [String]) async -> Int32 {
    do {
      switch words.first {
      case SeedCommand.name: print(try SeedCommand(words.dropFirst()).run())
      case SoakCommand.name: print(try await SoakCommand(words.dropFirst()).run())
      default: return try await measure(try BenchOptions(words))
      }
      return 0
    } catch {
      report("\(error)")
      return 2
    }
  }

  @MainActor
  private static func measure(_ options: BenchOptions) async throws -> Int32 {
    if options.showsHelp {
      print(BenchOptions.help)
      return 0
    }
    if options.countsInstructions {
      var bench = Bench(.instructions, options)
      try await bench.run()
      return 0
    }
    // Both files are opened first, so that an invalid path fails before minutes of measuring.
    let baseline = try options.baseline.map(Comparison.baseline)
    let output = try options.json.map(FigureFile.init)

    var bench = Bench(.time, options)
    try await bench.run()
    let counted = options.isQuick ? [] : try Callgrind.figures(of: options.groups)
    let figures = bench.figures(with: counted)
    if options.json != "-" { print(Report.table(figures)) }
    bench.remarks.forEach(report)
    try output?.write(Report.json(figures))
    guard let baseline else { return 0 }
    let comparison = Comparison(figures, with: baseline)
    report(comparison.text)
    return comparison.slower.isEmpty ? 0 : 1
  }
}

/// Writes a line to standard error.
func report(_ line: String) {
  let bytes = Array("ladder-bench: \(line)\n".utf8)
  csys_write_all(STDERR_FILENO, bytes, bytes.count, 1000)
}

/// An error that prevents a measurement, with one sentence for the user.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
