import Clients
import Glibc
import Models
import ReducerRuntime
import Scripting
import TerminalUI

@testable import AppFeatures

/// The whole app in a virtual terminal and virtual time, for tests that need more than a script offers: clients that
/// fail or are slow, the beeps, and the app's state.
@MainActor
struct VirtualApp {
  let memory: MemoryStore
  let program: AppProgram
  let stage: Stage
  private let time = VirtualTime()

  /// Sets the time zone of the process to UTC once, because screens show local times.
  private static let zone: Void = {
    setenv("TZ", "UTC", 1)
    tzset()
  }()

  init(
    size: Size = Size(80, 24), catalogue: Catalogue = .standard,
    environment: Environment = Environment(), settings: LoadedSettings = LoadedSettings(),
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) {
    _ = Self.zone
    let memory = MemoryStore(catalogue: catalogue)
    let clock = time.clock
    self.memory = memory
    let store = Store<AppTab.State, AppTab.Action>(
      initialState: AppTab.State(
        name: "Ann", catalogue: catalogue, settings: settings,
        showsVideos: environment.canDrawGraphics),
      reducer: { AppTab() },
      withDependencies: {
        $0.continuousClock = clock
        $0.date = .constant(.monday)
        $0.uuid = .incrementing
        $0.cues = memory.cues
        $0.workouts = memory.workouts
        $0.challenges = memory.challenges
        $0.plans = memory.plans
        $0.leaderboard = memory.leaderboard
        $0.people.rename = { _, _ in .renamed }
        $0.statistics.period = { period, settings in
          PeriodSummary(of: PersonName("Ann")!, in: period, today: 20_517, settings)
        }
        $0.strength.programs = { TrainingProgram.standard }
        $0.strength.history = { name in
          StrengthHistory(exercise: name, sessions: [], unit: .kilograms, rule: nil)
        }
        $0.settings = .demo
        $0.clipboard = .demo
        $0.pictures = .demo
        $0.systemInformation = .demo
        prepare(&$0)
      }, effectExecutor: time.effects)
    program = AppProgram(store: store, environment: environment)
    stage = Stage(program, size: size)
    settle()
  }

  var clock: TestClock<Duration> { time.clock }

  /// Presses keys. After each key, runs the pending effects and draws the frame.
  func press(_ keys: Key...) {
    for key in keys { send(.key(key)) }
  }

  func press(_ key: Key, times: Int) {
    for _ in 0..<times { press(key) }
  }

  func send(_ event: InputEvent) {
    stage.handle(event)
    settle()
  }

  func resize(to size: Size) {
    stage.resize(to: size)
    settle()
  }

  func advance(by duration: Duration) async {
    await clock.advance(by: duration)
    settle()
  }

  func settle() {
    time.settle()
    stage.drawIfNeeded()
  }

  var frame: Buffer { stage.frame }

  /// The screen as rows of text without trailing spaces.
  var lines: [String] { frame.lines }

  /// The screen as text.
  var text: String { lines.joined(separator: "\n") }

  func shows(_ text: String) -> Bool { self.text.contains(text) }
}
