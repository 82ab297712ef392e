import Glibc

let usage = "usage: ladder-bench [runtime] [--json]"
let words = CommandLine.arguments.dropFirst()

guard words.allSatisfy({ $0 == "runtime" || $0 == "--json" }) else {
  print(usage)
  exit(2)
}

let figures = await Bench.figures()
print(words.contains("--json") ? Report.json(figures) : Report.table(figures))
