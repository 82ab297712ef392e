import CSystem
import Glibc

/// Says something beside the figures.
func tell(_ line: String) {
  let bytes = Array("ladder-bench: \(line)\n".utf8)
  csys_write_all(STDERR_FILENO, bytes, bytes.count, 1000)
}

do {
  if CommandLine.arguments.dropFirst().first == SeedCommand.word {
    print(try SeedCommand(CommandLine.arguments.dropFirst(2)).run())
    exit(0)
  }
  if CommandLine.arguments.dropFirst().first == SoakCommand.word {
    print(try await SoakCommand(CommandLine.arguments.dropFirst(2)).run())
    exit(0)
  }
  let options = try BenchOptions(Array(CommandLine.arguments.dropFirst()))
  if options.showsHelp {
    print(BenchOptions.help)
    exit(0)
  }
  if options.countsInstructions {
    var bench = Bench(.instructions, options)
    try await bench.run()
    exit(0)
  }
  // Before anything is measured: who waited minutes has their figures.
  let baseline = try options.baseline.map(Comparison.baseline)
  let output = try options.json.map(FigureFile.init)

  var bench = Bench(.time, options)
  try await bench.run()
  let counted = options.isQuick ? [] : try Callgrind.figures(of: options.groups)
  let figures = bench.figures(with: counted)
  if options.json != "-" { print(Report.table(figures)) }
  bench.remarks.forEach(tell)
  try output?.write(Report.json(figures))
  if let baseline {
    let comparison = Comparison(figures, with: baseline)
    tell(comparison.text)
    exit(comparison.slower.isEmpty ? 0 : 1)
  }
} catch {
  tell("\(error)")
  exit(2)
}
