/// A command that uses the app for hours and checks that memory, descriptors and clock don't drift: `ladder-bench soak`.
struct SoakCommand {
  static let name = "soak"

  private var hours: Int?
  private var workouts = 0
  private var minutes: Int?

  /// Creates a command from the arguments after `soak`.
  ///
  /// - Throws: ``BenchError`` for an unknown option or an invalid value.
  init(_ words: some Sequence<String>) throws(BenchError) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      guard let number = words.popFirst().flatMap({ Int($0) }), number > 0 else {
        throw BenchError("\(word) needs a whole number, at least 1\n\(Self.usage)")
      }
      switch word {
      case "--hours": hours = number
      case "--workouts": workouts = number
      case "--minutes": minutes = number
      default: throw BenchError("unknown option '\(word)' of soak\n\(Self.usage)")
      }
    }
    guard hours != nil || minutes != nil else { throw BenchError(Self.usage) }
  }

  /// Runs the tests.
  ///
  /// - Returns: A summary, with one line for virtual time and one for real time.
  /// - Throws: ``BenchError`` if something grows or drifts.
  @MainActor
  func run() async throws -> String {
    var lines: [String] = []
    if let hours {
      let soak = try VirtualSoak(hours: hours, workouts: workouts > 0 ? workouts : hours * 15)
      lines.append(try await soak.run())
    }
    if let minutes {
      var soak = try LiveSoak(ladder: try MeasuredPrograms(yardstick: nil).ladder, minutes: minutes)
      lines.append(try soak.run())
    }
    return lines.joined(separator: "\n")
  }

  private static let usage = """
    Usage: ladder-bench soak --hours N [--workouts N] | --minutes N

      --hours N      hours of use in virtual time
      --workouts N   workouts in that time (default 15 an hour)
      --minutes N    minutes of use in real time
    """
}
