import Clients
import Glibc
import Models
import ReducerRuntime
import TerminalUI

@testable import Features

/// The whole app in virtual time, driven by keys and looked at as text.
@MainActor
struct VirtualApp {
  let clock = TestClock()
  let memory: MemoryStore
  let program: AppProgram
  let screen: TestBackend<AppProgram>
  private let queue = EffectQueue()

  /// Local times are on the screen, and must be the same on every machine.
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
    let clock = clock
    self.memory = memory
    let store = Store<AppTab.State, AppTab.Action>(
      initialState: AppTab.State(
        name: "Ann", catalogue: catalogue, settings: settings,
        showsFilms: environment.drawsPictures),
      reducer: { AppTab() },
      withDependencies: {
        $0.continuousClock = clock
        $0.date = .constant(.monday)
        $0.uuid = .incrementing
        $0.beeps = memory.beeps
        $0.workouts = memory.workouts
        $0.challenges = memory.challenges
        $0.plans = memory.plans
        $0.leaderboard = memory.leaderboard
        $0.people.rename = { _, _ in .renamed }
        $0.settings = .demo
        $0.clipboard = .demo
        $0.systemInformation = .demo
        prepare(&$0)
      }, effectExecutor: queue)
    program = AppProgram(store: store, environment: environment)
    screen = TestBackend(program, size: size)
    settle()
  }

  /// Presses keys one after the other, and lets what they set going come to rest.
  func press(_ keys: Key...) {
    for key in keys {
      screen.press(key)
      settle()
    }
  }

  func press(_ key: Key, times: Int) {
    for _ in 0..<times { press(key) }
  }

  func advance(by duration: Duration) async {
    await clock.advance(by: duration)
    settle()
  }

  func settle() {
    queue.drain()
    screen.render()
  }

  /// The screen as text.
  var text: String { screen.text }

  func shows(_ text: String) -> Bool { self.text.contains(text) }
}
