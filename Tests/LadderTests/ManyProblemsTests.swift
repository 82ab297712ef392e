import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of inputs with very many invalid items, each in a process with at most 64 MB of memory.
struct ManyProblemsTests {
  private static let count = TestSize.choose(test: 5000, check: 100_000)

  private let folder = TestFolder()
  private let config = TestFolder()
  private var settings: String { "\(config.path)/ladder/settings" }

  init() { makeFolders("\(config.path)/ladder") }

  /// Runs the program with a memory limit.
  private func run(_ arguments: String...) -> Program.Outcome {
    // A sanitizer needs more memory, so the limit only applies without one.
    let limit = Sanitizer.environment.isEmpty ? "ulimit -d 65536; " : ""
    let shell = Program(
      environment: [
        "LADDER_DATA": folder.path, "LADDER_USER": "Ann", "XDG_CONFIG_HOME": config.path,
      ], path: "/bin/sh")
    return shell.run(["-c", #"\#(limit)exec "$0" "$@""#, Program.path] + arguments)
  }

  /// Removes the files that `TestFolder` doesn't know.
  private func removeSettings() {
    for name in folderContents("\(config.path)/ladder") {
      unlink("\(config.path)/ladder/\(name)")
    }
    rmdir("\(config.path)/ladder")
  }

  /// Checks that the first problems are listed, and the others counted.
  private func expectShort(
    _ text: String, total: Int = count, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = text.split(separator: "\n")
    #expect(lines.count == 21, "\(text)", sourceLocation: sourceLocation)
    #expect(
      lines.last?.hasSuffix("\(total - 20) more problems aren't listed") == true, "\(text)",
      sourceLocation: sourceLocation)
  }

  @Test(
    arguments: [
      "a = b", "nonsense", "theme = x", "key.x = y", "key.rep = Nokey", "key.rep =",
      "cue.lunch = x", "cue.work = x", "variations.a = ,", "=",
    ])
  func `invalid settings`(line: String) {
    defer { removeSettings() }
    let count = min(Self.count, (1 << 20) / (line.utf8.count + 1))
    writeFile(String(repeating: line + "\n", count: count), to: settings)
    // Commands for cues are ignored in a file that other users can change.
    chmod(settings, 0o666)
    expectShort(run("history").errors, total: count)
    expectShort(run("doctor").output, total: count)
    let plain = run("--plain")
    #expect(plain.exitCode == 0 && plain.output.contains("1 of 21"), "\(plain)")
  }

  @Test(arguments: ["\n", "key.rep = x\n", "variations.a = b, c\n", "theme = dark\n"])
  func `as many valid settings as a file can have`(line: String) {
    defer { removeSettings() }
    writeFile(String(repeating: line, count: (1 << 20) / line.utf8.count), to: settings)
    let outcome = run("--plain")
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func `a settings file of two megabytes`() {
    defer { removeSettings() }
    writeFile(String(repeating: "a = b\n", count: 350_000), to: settings)
    let outcome = run("history")
    #expect(outcome.errors.hasPrefix("ladder: cannot read \(settings) (File too large)"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `very many keys for an action`() {
    defer { removeSettings() }
    let keys = (0..<Self.count / 2).compactMap { Unicode.Scalar(0x4E00 + UInt32($0)) }.prefix(
      20_000)
    let line = keys.map { "\($0)" }.joined(separator: " ")
    writeFile("key.rep = \(line)\n", to: settings)
    #expect(
      run("history").errors == "ladder: \(settings):1: \"rep\" can have at most 20 keys\n")
  }

  @Test(
    arguments: [
      ("problem \"x\"\n", "22: there are more than 20 problems"),
      ("nonsense\n", "1: unknown command"),
      ("set a b\n", "1: unknown setting"), ("include nowhere\n", "1: 'nowhere' cannot be read"),
    ])
  func `invalid lines of a script`(line: String, problem: String) {
    defer { removeSettings() }
    folder.write(String(repeating: line, count: Self.count), to: "a.ladder")
    let outcome = run("play", "\(folder.path)/a.ladder")
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("a.ladder:\(problem)"), "\(outcome.errors.prefix(200))")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `pictures that differ`() {
    defer { removeSettings() }
    folder.write((1...100).map { "shot a\($0)\n" }.joined(), to: "a.ladder")
    let outcome = run("play", "--check", "--shots", folder.path, "\(folder.path)/a.ladder")
    #expect(outcome.exitCode == 1)
    expectShort(outcome.output, total: 100)
  }

  @Test func `files of unsaved workouts`() {
    defer { removeSettings() }
    for number in 1...Self.count {
      writeFile("{}", to: "\(config.path)/ladder/unsaved-\(number).json")
    }
    expectShort(run("doctor").output)
    expectShort(run("doctor", "--repair").output)
    #expect(run("--plain").exitCode == 0)
  }

  @Test func `incomplete files`() {
    defer { removeSettings() }
    let hourAgo = timeval(tv_sec: time(nil) - 3600, tv_usec: 0)
    for number in 1...Self.count {
      let path = "\(folder.path)/ladder.db.part-\(number)"
      writeFile("", to: path)
      utimes(path, [hourAgo, hourAgo])
    }
    expectShort(run("doctor").output)
    let repaired = run("doctor", "--repair")
    #expect(repaired.output.split(separator: "\n").count == 22, "\(repaired)")
    #expect(repaired.output.contains("Repaired: \(Self.count - 20) more\n"))
    #expect(folder.contents == [])
  }

  @Test(
    arguments: [
      """
      INSERT INTO workouts
        (id, person, challenge, started_at, duration_ms, log, reps, day, utc_offset, counts, provenance)
      SELECT randomblob(16), 1, 'pushups-2min', n, 1000, x'80', 3, 0, 0, 1, 0 FROM numbers
      """,
      """
      INSERT INTO exercise_settings (person, key, exercise, rule)
      SELECT 1, 'e' || n, 'e' || n, 'nonsense' FROM numbers
      """,
      """
      INSERT INTO exercise_settings (person, key, exercise) SELECT n + 9, 'e', 'e' FROM numbers
      """,
    ] as [SQL])
  func `invalid rows of the database`(script: SQL) throws {
    defer { removeSettings() }
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    try stores.execute("INSERT INTO people (name) VALUES ('Ann')")
    stores.setTriggersEnabled(false)
    try stores.execute("PRAGMA foreign_keys = OFF")
    try stores.run(
      """
      CREATE TEMP TABLE numbers AS
      WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT ?) SELECT n FROM c
      """,
      .integer(Int64(Self.count)))
    try stores.execute(script)
    stores.close()
    expectShort(run("doctor").output)
  }
}
