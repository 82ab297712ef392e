/// A group of benchmarks, by the word that asks for it.
enum BenchGroup: String, CaseIterable {
  case runtime
  case store
  case render
  case database
  case process

  /// What it measures.
  var summary: String {
    switch self {
    case .runtime: "sending, scoping and effects of the reducer runtime"
    case .store: "the same in the app's own state"
    case .render: "frames of the app's screens"
    case .database: "pages, places, the profile and saving, as the history grows"
    case .process: "the whole program in a pseudo-terminal, beside the yardstick"
    }
  }

  /// Whether callgrind can count its instructions: what runs in other processes is out of its sight, and filling a
  /// database takes it minutes.
  var hasInstructions: Bool { self != .process && self != .database }
}

/// What the command line asks for.
struct BenchOptions {
  var groups: [BenchGroup] = []
  /// The file that the figures go into, `-` for standard output.
  var json: String?
  /// The file with the figures of another run.
  var baseline: String?
  /// The folder with `stopwatch` and `ticklab.py`.
  var yardstick: String?
  /// Everything once and at small sizes: to see that it works, not what it costs.
  var isQuick = false
  /// The largest sizes, too.
  var isFull = false
  var showsHelp = false
  var countsInstructions = false

  /// - Throws: ``BenchError`` for what is not understood.
  init(_ words: [String]) throws(BenchError) {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--quick": isQuick = true
      case "--full": isFull = true
      case "--help", "-h": showsHelp = true
      case Callgrind.option: countsInstructions = true
      case "--json": json = try Self.value(of: word, "a FILE, or - for standard output", &words)
      case "--baseline": baseline = try Self.value(of: word, "a FILE that --json wrote", &words)
      case "--yardstick": yardstick = try Self.value(of: word, "a FOLDER", &words)
      default:
        guard let group = BenchGroup(rawValue: word) else {
          throw BenchError("'\(word)' is not understood; ladder-bench --help says what is")
        }
        if !groups.contains(group) { groups.append(group) }
      }
    }
    if groups.isEmpty { groups = BenchGroup.allCases }
    if isQuick, isFull { throw BenchError("--quick and --full cannot be had at once") }
  }

  private static func value(
    of option: String, _ kind: String, _ words: inout ArraySlice<String>
  ) throws(BenchError) -> String {
    guard let value = words.popFirst(), value == "-" || !value.hasPrefix("-"), !value.isEmpty
    else { throw BenchError("\(option) needs \(kind)") }
    return value
  }

  static let help: String = {
    let groups = BenchGroup.allCases.map { group in
      "  \(group.rawValue.padded(to: 18))\(group.summary)"
    }
    return """
      Measures what Ladder costs.

      Usage: ladder-bench [GROUP…] [OPTIONS]

      Groups (all of them, where none is named):
      \(groups.joined(separator: "\n"))

      Options:
        --json FILE       write the figures as JSON; - writes them instead of the table
        --baseline FILE   compare with a run that --json wrote; status 1 where something got slower
        --full            the largest sizes, too
        --quick           everything once and at small sizes: does it work? The times mean nothing
        --yardstick DIR   the folder with stopwatch and ticklab.py, which `make bench` fills
        --help            print this and leave
      """
  }()
}
