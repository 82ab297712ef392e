/// A group of benchmarks, with its name on the command line.
enum BenchGroup: String, CaseIterable {
  case runtime
  case store
  case render
  case database
  case process

  /// A description for the help.
  var summary: String {
    switch self {
    case .runtime: "sending, scoping and effects of the reducer runtime"
    case .store: "sending and ticks with the app's state"
    case .render: "frames of the app's screens"
    case .database: "pages, places, the profile and saving, as the history grows"
    case .process: "the whole program in a pseudo-terminal, next to a reference program"
    }
  }

  /// Whether instructions are counted. Callgrind doesn't see other processes, and takes minutes to fill a database.
  var hasInstructions: Bool { self != .process && self != .database }
}

/// The options of the command line.
struct BenchOptions {
  var groups: [BenchGroup] = []
  /// The path for the figures as JSON; `-` for standard output.
  var json: String?
  /// The path of the figures of an earlier run.
  var baseline: String?
  /// The folder with the reference program `stopwatch`, and with `ticklab.py`, which measures it and Ladder.
  var yardstick: String?
  /// Whether to run each operation once and with small sizes, to check that it works.
  var isQuick = false
  /// Whether to include the largest sizes.
  var isFull = false
  var showsHelp = false
  var countsInstructions = false

  /// Parses the command line.
  ///
  /// - Throws: ``BenchError`` for an unknown option, an unknown group or a missing value.
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
          throw BenchError("'\(word)' is not an option or a group; see ladder-bench --help")
        }
        if !groups.contains(group) { groups.append(group) }
      }
    }
    if groups.isEmpty { groups = BenchGroup.allCases }
    if isQuick, isFull { throw BenchError("--quick and --full cannot be combined") }
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

      Groups (all of them if none is named):
      \(groups.joined(separator: "\n"))

      Options:
        --json FILE       write the figures as JSON; - writes them instead of the table
        --baseline FILE   compare with a run that --json wrote; exit status 1 if something is slower
        --full            the largest sizes, too
        --quick           each operation once at small sizes, as a check; the times mean nothing
        --yardstick DIR   the folder with the reference program, which `make bench` builds
        --help            print this and exit
      """
  }()
}
