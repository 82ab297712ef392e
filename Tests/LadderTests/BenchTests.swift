import FoundationEssentials
import SystemTestSupport
import Testing

@testable import Benchmarks

/// Tests of the benchmarks at small sizes. Their counts are the same on every machine. Their times are ignored.
@Suite(.serialized)
struct BenchTests {
  let folder = TestFolder()

  private struct Figure: Codable {
    var name: String
    var size: Int
    var unit: String
    var median: Double
    var spread: Double
    var allocations: Double?
    var instructions: Double?
    var yardstick: Double?
    var ratio: Double?
  }

  private let bench = Program(
    environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"], path: "\(buildFolder)/ladder-bench")

  private func figures(_ arguments: [String]) throws -> [Figure] {
    let outcome = bench.run(["--quick", "--json", "-"] + arguments)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([Figure].self, from: Data(outcome.output.utf8))
  }

  /// Builds the yardstick.
  private func makeYardstick() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let make = Program(environment: bench.environment, path: "/usr/bin/env")
    let made = make.run(["make", "-C", "/\(root)", "yardstick", "YARDSTICK=\(folder.path)"])
    try #require(made.exitCode == 0, "\(made.errors)")
  }

  @Test func `every benchmark of the runtime exists and runs`() throws {
    let figures = try figures(["runtime"])
    #expect(
      Set(figures.map(\.name)) == [
        "runtime.send.flat.plain", "runtime.send.flat", "runtime.send.observed",
        "runtime.send.root", "runtime.send.scoped", "runtime.scope", "runtime.read",
        "runtime.tick.unobserved", "runtime.tick", "runtime.tick.shown", "runtime.forEach",
        "runtime.stack.push",
        "runtime.tick.screen", "runtime.tick.destination", "runtime.scope.screen",
        "runtime.scope.destination", "runtime.read.screen", "runtime.read.destination",
        "runtime.tick.shown.screen", "runtime.tick.shown.destination",
        "runtime.effect.bareTask", "runtime.effect.run", "runtime.cancellable",
        "runtime.cancel.idle", "runtime.effect.chain", "runtime.effect.depth", "runtime.teststore",
      ])
    #expect(figures.allSatisfy { $0.median > 0 && $0.allocations != nil })
  }

  @Test func `every benchmark of the app exists and runs`() throws {
    let figures = try figures(["store", "render"])
    #expect(
      figures.map(\.name) == [
        "store.tick", "store.tick.nested", "render.timer.whole", "render.timer.tick",
        "render.leaderboard.whole",
        "render.leaderboard.key",
      ])
    #expect(figures.allSatisfy { $0.median > 0 && $0.allocations != nil })
    let ticks = figures.filter { $0.name.hasPrefix("store.tick") }
    #expect(ticks.count == 2 && ticks[0].allocations == ticks[1].allocations)
  }

  @Test func `every benchmark of the database exists and runs`() throws {
    let figures = try figures(["database"])
    #expect(figures.map(\.name).first == "database.open" && figures.first?.size == 0)
    let pages = ["ever", "week"].flatMap { filter in
      ["first", "middle", "last"].map { "database.page.\(filter).\($0)" }
    }
    #expect(
      figures.dropFirst().map(\.name) == ["database.open"] + pages + [
        "database.profile", "database.history", "database.delete.best", "database.rep",
        "database.save", "database.save.nosync",
      ])
    #expect(figures.dropFirst().allSatisfy { $0.size == 300 && $0.median > 0 })
  }

  @Test(.checkOnly, .needs("make", "cc", "python3"))
  func `a running workout and an idle screen are compared with the yardstick`() throws {
    try makeYardstick()
    let figures = try figures(["process", "--yardstick", folder.path])
    let named = Dictionary(uniqueKeysWithValues: figures.map { ($0.name, $0) })
    for name in ["tick.writes", "tick.wakeups", "late.p50", "late.p99", "key.p50", "key.p99"] {
      #expect(named["process.\(name)"]?.yardstick != nil, "\(name)")
    }
    for name in ["written.p50", "written.p99", "written.both.p50", "written.both.p99"] {
      let figure = named["process.late.\(name)"]
      #expect(figure?.size == 2000 && figure?.yardstick != nil, "\(name)")
    }
    // A frame takes two writes: one by ncurses to memory, and one to the terminal. There are a few more,
    // because counting starts when the stopped program is resumed.
    let writes = try #require(named["process.tick.writes"]).median
    #expect((2...2.2).contains(writes), "\(writes)")
    // A frame and its ticks allocate only in debug builds, where temporary values are boxed without optimization.
    #if DEBUG
    let maxAllocations = 120.0
    #else
    let maxAllocations = 0.0
    #endif
    let allocations = try #require(named["process.tick.allocations"]).median
    #expect(allocations <= maxAllocations, "\(allocations)")
    #expect(named["process.flood"]?.size == 100)
    // The wakeups are a hundred ticks and one save on the database thread per second. On a busy machine, there
    // are fewer, because ticks are skipped.
    let wakeups = try #require(named["process.tick.wakeups"]).median
    #expect(wakeups <= 150, "\(wakeups)")
    #expect(named["process.idle.wakeups"]?.median == 0)
    #expect(named["process.start.history"]?.size == 300)
    #expect(named["process.start.history"]?.yardstick != nil)
  }

  @Test
  func `a run is compared with a baseline, and the exit code is 1 if a figure is slower`()
    throws
  {
    // Medians that no machine can have: a billionth of a nanosecond, and a week.
    var saved = try figures(["runtime"])
    func compare(_ nanoseconds: Double) throws -> Program.Outcome {
      for index in saved.indices {
        saved[index].median = nanoseconds
        saved[index].spread = 0
        // With several threads and a single run, the number of allocations varies.
        saved[index].allocations = nil
      }
      folder.write(Array(try JSONEncoder().encode(saved)), to: "saved.json")
      return bench.run(["--quick", "runtime", "--baseline", folder.path + "/saved.json"])
    }
    let slower = try compare(1e-9)
    #expect(slower.exitCode == 1)
    #expect(slower.errors.contains("runtime.teststore (1): "))
    let faster = try compare(6e14)
    #expect(faster.exitCode == 0)
    #expect(faster.errors.contains(": 0 slower and "))
  }

  @Test(arguments: [
    (["--quik"], "'--quik' is not an option or a group; see ladder-bench --help"),
    (["--json"], "--json needs a FILE, or - for standard output"),
    (["--baseline", "/nowhere"], "the baseline '/nowhere' cannot be read"),
    (
      ["--json", "/nowhere/figures"],
      "'/nowhere/figures' cannot be written (No such file or directory)"
    ),
    (["--quick", "--full"], "--quick and --full cannot be combined"),
  ])
  func `an invalid command line prints one line and exits with 2`(words: [String], line: String) {
    let outcome = bench.run(words)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors == "ladder-bench: \(line)\n")
    #expect(outcome.output.isEmpty)
  }
}

// MARK: - Lateness

/// Tests of the computation of lateness in the benchmarks.
struct LatenessTests {
  /// Returns the times of frames, `late` nanoseconds after the ticks of a 10 ms clock with an arbitrary phase.
  private func frames(_ late: [Int64]) -> [Int64] {
    late.enumerated().map { 123_456_789 + Int64($0.offset) * 10_000_000 + $0.element }
  }

  @Test func `frames at the time of their tick are not late`() {
    let lateness = Lateness(of: frames(Array(repeating: 0, count: 300)))
    #expect(lateness.p50 == 0)
    #expect(lateness.p99 == 0)
  }

  @Test func `a frame's lateness is measured from the earliest frames`() {
    let lateness = Lateness(of: frames((0...100).map { $0 * 1000 }))
    #expect(lateness.p50 == 49)
    #expect(lateness.p99 == 99)
  }

  @Test func `the offset of the ticks does not change the lateness`() {
    let late = frames((0...100).map { $0 * 1000 })
    for shift in stride(from: Int64(0), to: 10_000_000, by: 770_000) {
      #expect(Lateness(of: late.map { $0 + shift }).p99 == 99)
    }
  }

  @Test func `one late frame does not change the lateness of the others`() {
    var late = (0..<200).map { Int64($0) * 1000 }
    late[70] = 7_000_000
    let lateness = Lateness(of: frames(late))
    #expect((90...110).contains(lateness.p50))
    #expect(lateness.p99 <= 200)
  }

  @Test func `a single frame is not late`() {
    #expect(Lateness(of: frames([3])).p99 == 0)
  }
}

// MARK: - Soak

/// Tests of the soak command for a virtual hour. `make torture` runs a virtual day, and ten minutes in real time.
struct SoakTests {
  private let bench = Program(environment: [:], path: "\(buildFolder)/ladder-bench")

  @Test(.checkOnly) func `an hour of use leaves memory, descriptors and clock unchanged`() {
    let outcome = bench.run(["soak", "--hours", "1", "--workouts", "4"])
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.hasPrefix("1 h in virtual time, 4 workouts, 320 reps: memory "))
    #expect(outcome.exitCode == 0)
  }

  @Test(
    .checkOnly,
    arguments: [
      (["soak"], "Usage: ladder-bench soak --hours N [--workouts N] | --minutes N"),
      (["soak", "--hours", "0"], "--hours needs a whole number, at least 1"),
      (["soak", "--years", "1"], "unknown option '--years' of soak"),
      (["soak", "--hours", "1", "--workouts", "1000"], "too many workouts for 1 h"),
    ])
  func `an invalid command line prints the error and exits with 2`(words: [String], line: String) {
    let outcome = bench.run(words)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("ladder-bench: \(line)\n"))
  }
}
