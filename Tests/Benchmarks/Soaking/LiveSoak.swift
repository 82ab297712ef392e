import Glibc

/// A soak test of the program in a pseudo-terminal and in real time.
struct LiveSoak {
  private let minutes: Int
  private let home: TemporaryFolder
  private let program: PtyProgram
  private var log = FootprintLog()

  /// The maximum error of a workout of two minutes, in milliseconds. If ticks drifted, the error would be much larger.
  private static let tolerance = -250...250

  init(ladder: String, minutes: Int) throws {
    self.minutes = minutes
    home = try TemporaryFolder()
    program = try PtyProgram(
      MeasuredProgram.ladder(ladder).arguments(in: home), home: home)
    try program.wait(for: "Push-ups in 2 minutes")
  }

  /// Runs the test.
  ///
  /// - Returns: A summary in one line.
  /// - Throws: ``BenchError``, like ``VirtualSoak/run()``.
  mutating func run() throws -> String {
    let end = PtyProgram.now + Int64(minutes) * 60_000_000_000
    var drifts: [Int] = []
    while PtyProgram.now < end {
      drifts.append(try runWorkout())
      try visitScreens()
    }
    let late = drifts.map(String.init).joined(separator: ", ")
    guard drifts.allSatisfy(Self.tolerance.contains) else {
      throw BenchError("workouts of two minutes were too long by \(late) ms")
    }
    return "\(minutes) min in real time, \(drifts.count) workouts, longer by \(late) ms: "
      + (try log.summary())
  }

  /// Does a workout of two minutes.
  ///
  /// - Returns: The error of its duration in milliseconds; positive if it took longer.
  private mutating func runWorkout() throws -> Int {
    let opened = program.position
    try program.type("1\r")
    try program.wait(for: "Scored by", after: opened)
    let begun = program.position
    try program.type("ss")
    try program.wait(for: "REPS 0", after: begun)
    let start = PtyProgram.now
    var rep = 0
    while PtyProgram.now - start < 118_000_000_000 {
      program.read(for: .milliseconds(1350 + rep % 5 * 40))
      try program.type(" ")
      rep += 1
      if rep % 8 == 0 { log.add(try Footprint(of: program.processID)) }
    }
    let last = program.position
    try program.wait(for: "Saved", after: last)
    return Int((PtyProgram.now - start) / 1_000_000) - 120_000
  }

  private mutating func visitScreens() throws {
    for key in [
      "\u{1B}", "\u{1B}", "2", "\u{1B}[B", "3", "1", "h", "\u{1B}", "?", "\u{1B}", ",", "\u{1B}",
    ] {
      try program.type(key)
      program.read(for: .milliseconds(300))
    }
    log.add(try Footprint(of: program.processID))
  }
}
