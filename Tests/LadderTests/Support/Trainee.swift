import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Ann, who trains with the program on a terminal of her own.
final class Trainee {
  let terminal: WatchedTerminal
  let folder: TestFolder
  /// How many reps she has pressed.
  private(set) var pressCount = 0
  private var keys = ["\r", "+", " "]

  /// - Parameter settings: The folder of the settings; the same as that of the data by default.
  init(
    in folder: TestFolder, settings: TestFolder? = nil, environment: [String] = []
  ) throws {
    self.folder = folder
    terminal = try WatchedTerminal(
      ["--as", "Ann", "--data", folder.path],
      environment: ["XDG_CONFIG_HOME=\((settings ?? folder).path)"] + environment)
  }

  /// Begins the first challenge; a second `s` cuts the count-down short.
  func start() throws {
    try terminal.wait(for: "Push-ups in 2 minutes")
    try terminal.type("1\r", until: "Scored by")
    try terminal.type("ss", until: "REPS 0")
  }

  /// Presses as often as is said, in one write, which is no key that is held. For the same reason it is another key the
  /// next time, of which there are three.
  func press(_ count: Int) throws {
    let next = keys.popLast()
    let key = try #require(next)
    terminal.session.type(String(repeating: key, count: count))
    pressCount += count
  }

  /// The reps that the screen shows.
  var displayedReps: Int? {
    for line in terminal.lines {
      guard let label = line.range(of: "REPS ") else { continue }
      return Int(line[label.upperBound...].prefix { $0.isNumber })
    }
    return nil
  }

  /// Reads until the screen shows all that she pressed.
  func waitUntilShown() throws {
    try terminal.wait(until: { displayedReps == pressCount }, "REPS \(pressCount)")
  }

  /// Reads until the database has all that she pressed.
  func waitUntilStored() throws {
    let stores = try #require(try Stores.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    let ann = try #require(PersonName("Ann"))
    let pressCount = pressCount
    try terminal.wait(
      until: { try stores.unfinished.all(of: ann).contains { $0.log.count == pressCount } },
      "\(pressCount) reps in the database")
  }

  /// Reads what comes for some time, at least so much.
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
