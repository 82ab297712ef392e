import Glibc

/// A program as the process benchmarks run it: how it is started, and brought to tick.
struct MeasuredProgram {
  /// Its path and its options.
  var arguments: [String]
  /// What is typed to have it tick, each with the seconds after its first screen. None where it ticks by itself.
  var keys: [(after: Double, text: String)] = []
  /// The bytes at the end of each of its frames; `nil` where only silence tells.
  var frameEnd: String?
  /// What stands on the screen while it ticks.
  var expectedTexts: [String]

  /// Ladder's folder of data is the home it is given.
  func arguments(in home: TemporaryFolder) -> [String] {
    arguments.map { $0 == Self.home ? home.path : $0 }
  }

  private static let home = "HOME"

  /// The end of synchronized output.
  static let synchronizedEnd = "\u{1B}[?2026l"

  /// Ladder with an empty history, in a workout.
  ///
  /// - Parameters:
  ///   - path: Where the program is.
  ///   - options: More options.
  static func ladder(_ path: String, _ options: [String] = []) -> Self {
    // The first challenge; its workout is begun, and a second `s` cuts the count-down short.
    Self(
      arguments: [path, "--as", "Bench", "--data", home] + options,
      keys: [(0, "1\r"), (0.5, "ss")], frameEnd: Self.synchronizedEnd,
      expectedTexts: ["REPS 0", " left"])
  }

  /// The yardstick: a stopwatch in C and ncurses with big digits.
  static func stopwatch(_ path: String) -> Self {
    Self(arguments: [path, "big"], expectedTexts: ["stopwatch"])
  }

  /// Starts it and has it tick.
  ///
  /// - Throws: ``BenchError`` when it does not.
  func startTicking(
    home: TemporaryFolder, environment: [String] = []
  ) throws -> PtyProgram {
    let program = try PtyProgram(arguments(in: home), home: home, environment: environment)
    guard !keys.isEmpty else {
      try program.wait(for: expectedTexts[0])
      return program
    }
    try program.wait(for: "Push-ups in 2 minutes")
    try program.type(keys[0].text)
    try program.wait(for: "Scored by")
    let start = program.position
    try program.type(keys[1].text)
    try program.wait(for: expectedTexts[0], after: start)
    return program
  }
}

/// The programs that are measured, where they are.
struct MeasuredPrograms {
  /// Ladder's path; it is built beside this one.
  var ladder: String
  /// Whether it can be told how many frames to paint.
  var hasFrameRate: Bool
  /// Ladder with a frame for each tick, where it can be told to, so that none is out of sight.
  var ladderAtEveryTick: MeasuredProgram {
    .ladder(ladder, hasFrameRate ? ["--fps", "100"] : [])
  }
  /// The yardstick's path; `nil` where it was not built.
  var stopwatch: String?
  /// What counts allocations in another program; `nil` where it was not built.
  var allocationCounter: String?
  /// `nil` where it is not, or there is no Python.
  var ticklab: Ticklab?

  /// - Parameter yardstick: The folder of the yardstick.
  /// - Throws: ``BenchError`` when there is no `ladder`.
  init(yardstick: String?) throws {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    ladder = "\(own.prefix(through: own.lastIndex(of: "/") ?? own.startIndex))ladder"
    guard access(ladder, X_OK) == 0 else {
      throw BenchError("there is no \(ladder); build it with --product ladder")
    }
    let folder = try TemporaryFolder()
    Subprocess.run([ladder, "--help"], output: "\(folder.path)/help")
    hasFrameRate = folder.text(of: "help").contains("--fps")
    if let yardstick {
      func built(_ name: String) -> String? {
        let path = "\(yardstick)/\(name)"
        return access(path, X_OK) == 0 ? path : nil
      }
      stopwatch = built("stopwatch")
      allocationCounter = built("allocations.so")
      ticklab = Ticklab(script: "\(yardstick)/ticklab.py")
    }
  }
}
