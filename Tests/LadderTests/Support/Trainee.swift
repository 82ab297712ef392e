import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// A simulated person, Ann, who uses the program in a terminal.
final class Trainee {
  let terminal: WatchedTerminal
  let folder: TestFolder
  /// The number of reps pressed so far.
  private(set) var pressCount = 0
  private var keys = ["\r", "+", " "]

  /// Starts the program.
  ///
  /// - Parameter settings: The folder of the settings; by default the data folder.
  init(
    in folder: TestFolder, settings: TestFolder? = nil, environment: [String] = []
  ) throws {
    self.folder = folder
    terminal = try WatchedTerminal(
      ["--as", "Ann", "--data", folder.path],
      environment: ["XDG_CONFIG_HOME=\((settings ?? folder).path)"] + environment)
  }

  /// Starts the first challenge. The second `s` skips the countdown.
  func start() throws {
    try terminal.wait(for: "Push-ups in 2 minutes")
    try terminal.type("1\r", until: "Scored by")
    try terminal.type("ss", until: "REPS 0")
  }

  /// Presses a key a number of times in one write, so that it doesn't look like a held key.
  ///
  /// For the same reason, each call uses a different one of three keys.
  func press(_ count: Int) throws {
    let next = keys.popLast()
    let key = try #require(next)
    terminal.session.type(String(repeating: key, count: count))
    pressCount += count
  }

  /// The number of reps on the screen.
  var displayedReps: Int? {
    for line in terminal.lines {
      guard let label = line.range(of: "REPS ") else { continue }
      return Int(line[label.upperBound...].prefix { $0.isNumber })
    }
    return nil
  }

  /// Reads until the screen shows all pressed reps.
  func waitUntilShown() throws {
    try terminal.wait(until: { displayedReps == pressCount }, "REPS \(pressCount)")
  }

  /// Reads until the database has all pressed reps.
  func waitUntilStored() throws {
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    let ann = try #require(PersonName("Ann"))
    let pressCount = pressCount
    try terminal.wait(
      until: { try stores.unfinished.all(of: ann).contains { $0.log.reps.count == pressCount } },
      "\(pressCount) reps in the database")
  }

  /// Reads output for some time.
  func watch(milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end { terminal.read(1) }
  }

  /// Kills the program.
  func kill() {
    terminal.session.signal(SIGKILL)
    _ = terminal.session.finish()
  }

  func quit() throws {
    terminal.session.type("q")
    #expect(terminal.session.finish() == (0, 0))
  }
}
