import Glibc

/// A program for the process benchmarks, with the input that makes it tick.
struct MeasuredProgram {
  /// The path and the options.
  var arguments: [String]
  /// The input that makes it tick, with the time in seconds after the first screen; empty if it ticks without input.
  var keys: [(after: Double, text: String)] = []
  /// The last bytes of each frame; `nil` if frames can only be separated by pauses.
  var frameEnd: String?
  /// The texts on the screen while it ticks.
  var expectedTexts: [String]

  /// Returns the arguments with the home folder as Ladder's data folder.
  func arguments(in home: TemporaryFolder) -> [String] {
    arguments.map { $0 == Self.home ? home.path : $0 }
  }

  private static let home = "HOME"

  /// The sequence that ends synchronized output.
  static let synchronizedEnd = "\u{1B}[?2026l"

  /// Returns Ladder with an empty history, in a workout.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - options: Additional options.
  static func ladder(_ path: String, _ options: [String] = []) -> Self {
    // Opens the first challenge and starts a workout. The second `s` skips the countdown.
    Self(
      arguments: [path, "--as", "Bench", "--data", home] + options,
      keys: [(0, "1\r"), (0.5, "ss")], frameEnd: Self.synchronizedEnd,
      expectedTexts: ["REPS 0", " left"])
  }

  /// A picture of the yardstick.
  enum Picture: String {
    /// The picture of Ladder's workout: a row at each tick, a bar each tenth of a second, big digits each second.
    case same
    /// Two big digits at each tick. Older figures were compared with it.
    case big
  }

  /// Returns the yardstick: a stopwatch in C and ncurses.
  static func stopwatch(_ path: String, _ picture: Picture = .same) -> Self {
    Self(arguments: [path, picture.rawValue], expectedTexts: ["stopwatch"])
  }

  /// Starts the program and makes it tick.
  ///
  /// - Throws: ``BenchError`` if it doesn't tick.
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

/// The paths of the programs to measure.
struct MeasuredPrograms {
  /// The path of Ladder, next to this program.
  var ladder: String
  /// Whether Ladder has the option `--fps`.
  var hasFrameRate: Bool
  /// Ladder with a frame for each tick, if it has `--fps`.
  var ladderAtEveryTick: MeasuredProgram {
    .ladder(ladder, hasFrameRate ? ["--fps", "100"] : [])
  }
  /// The path of the yardstick; `nil` if it wasn't built.
  var stopwatch: String?
  /// The path of the library that counts the allocations of another program; `nil` if it wasn't built.
  var allocationCounter: String?
  /// The runner of ticklab; `nil` if it or Python is missing.
  var ticklab: Ticklab?

  /// Locates the programs.
  ///
  /// - Parameter yardstick: The folder of the yardstick.
  /// - Throws: ``BenchError`` if there is no `ladder`.
  init(yardstick: String?) throws {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    ladder = "\(own.prefix(through: own.lastIndex(of: "/") ?? own.startIndex))ladder"
    guard access(ladder, X_OK) == 0 else {
      throw BenchError("\(ladder) does not exist; build it with --product ladder")
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
