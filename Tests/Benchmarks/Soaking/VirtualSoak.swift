import AppFeatures
import Clients
import ClientsLive
import FoundationEssentials
import Models
import ReducerRuntime
import SQLite
import Scripting
import TerminalUI

/// A soak test in virtual time: workouts, and visits to every screen in between.
///
/// As in the live app, the database is a file, so that it doesn't count as memory of the process.
@MainActor
final class VirtualSoak {
  private let hours: Int
  private let workouts: Int
  private let folder: TemporaryFolder
  private let time = VirtualTime()
  private let stage: Stage
  private var log = FootprintLog()
  private var reps = 0

  /// Creates a test.
  ///
  /// - Parameter workouts: The number of workouts, which are spread evenly over the time.
  init(hours: Int, workouts: Int) throws {
    self.hours = hours
    self.workouts = workouts
    // The folder is on a memory file system if possible, so that the test does not wait for the disk.
    folder = try (try? TemporaryFolder(in: "/dev/shm")) ?? TemporaryFolder()
    guard let person = PersonName("Ann") else { throw BenchError("\"Ann\" is not a valid name") }
    let database = Database(immediate: try Connection.open(in: DataFolder(path: folder.path)))
    let scripted = ScriptedTime(
      start: Date(timeIntervalSince1970: 1_772_366_400), seed: 1, on: time.clock)
    var values = DependencyValues()
    scripted.setDependencies(in: &values)
    values.useDatabase(database, as: person, now: { scripted.now }, heartbeat: Heartbeat())
    values.setDemoClients()
    let store = Store<AppTab.State, AppTab.Action>(
      initialState: AppTab.State(name: person.text), reducer: { AppTab() },
      withDependencies: { [values] in $0 = values }, effectExecutor: time.effects)
    stage = Stage(AppProgram(store: store), size: Size(100, 30))
    settle()
  }

  /// Runs the test.
  ///
  /// - Returns: A summary in one line.
  /// - Throws: ``BenchError`` if memory or descriptors grow, the displayed time is wrong, or a screen lacks an expected
  ///   text.
  func run() async throws -> String {
    let interval = Duration.seconds(hours * 3600) / workouts
    for number in 1...workouts {
      let end = interval * number
      try await runWorkout(number)
      await visitScreens()
      guard time.elapsed <= end else { throw BenchError("too many workouts for \(hours) h") }
      await advance(by: end - time.elapsed)
      log.add(try Footprint(of: "self"))
    }
    guard time.elapsed == .seconds(hours * 3600) else {
      throw BenchError("the clock drifted: \(time.elapsed) for \(hours) h")
    }
    return "\(hours) h in virtual time, \(workouts) workouts, \(reps) reps: \(try log.summary())"
  }

  /// Does push-ups for two minutes, and checks the displayed time after each rep.
  private func runWorkout(_ number: Int) async throws {
    press("1", .pageUp, .pageUp, .enter)
    try expect("Scored by")
    press("s", "s")
    try expect("REPS 0")
    let start = time.elapsed
    for rep in 1...80 {
      await advance(by: .milliseconds(1250 + rep * number % 7 * 30))
      press(.space)
      reps += 1
      // The displayed time is exact to the hundredth, so errors don't accumulate.
      let passed = time.elapsed - start
      guard let shown = DisplayedTime.first(in: text) else {
        throw BenchError("no time is shown in\n\(text)")
      }
      guard shown <= passed, passed - shown < .milliseconds(20) else {
        throw BenchError("\(shown) is shown \(passed) after the start of workout \(number)")
      }
    }
    try expect("REPS 80")
    await advance(by: .seconds(120) - (time.elapsed - start))
    try expect("80 reps")
    press(.escape, .escape)
    try expect("Push-ups in 2 minutes")
  }

  private func visitScreens() async {
    press("2", .down, .down, .pageDown, .up, "3", .down, "1", "h", .down, .escape)
    press("?", .down, .escape, ",", .down, .escape, "/", "p", "l", .escape)
    for size in [Size(40, 12), Size(200, 60), Size(100, 30)] {
      stage.resize(to: size)
      settle()
    }
    await advance(by: .seconds(5))
  }

  private func advance(by duration: Duration) async {
    var left = duration
    // While the screen changes, frames are rendered ten times a second.
    while left > .milliseconds(100), !isIdle {
      await time.clock.advance(by: .milliseconds(100))
      left -= .milliseconds(100)
      settle()
    }
    await time.clock.advance(by: left)
    settle()
  }

  private var isIdle: Bool { !stage.isChanged && !text.contains("REPS") }

  private func press(_ keys: Key...) {
    for key in keys {
      stage.handle(.key(key))
      settle()
    }
  }

  private func settle() {
    time.settle()
    stage.drawIfNeeded()
  }

  private var text: String { stage.frame.lines.joined(separator: "\n") }

  private func expect(_ words: String) throws {
    guard text.contains(words) else { throw BenchError("'\(words)' is missing from\n\(text)") }
  }
}
