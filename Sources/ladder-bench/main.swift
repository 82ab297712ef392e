import Glibc

let usage = "usage: ladder-bench [runtime] [--json]"
let words = CommandLine.arguments.dropFirst()

guard words.allSatisfy({ ["runtime", "--json", Callgrind.word].contains($0) }) else {
  print("ladder-bench: '\(words.joined(separator: " "))' is not understood\n\(usage)")
  exit(2)
}

if words.contains(Callgrind.word) {
  _ = await Bench.run(.instructions)
} else {
  let figures = await Bench.run(.time).figures(with: Callgrind.figures())
  print(words.contains("--json") ? Report.json(figures) : Report.table(figures))
}
