import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import life

@Suite(.checksForLeaks)
@MainActor
struct LifeTests {
  private static let blinker = World(
    """
    .....
    .....
    .###.
    .....
    .....
    """)
  private static let turnedBlinker = World(
    """
    .....
    ..#..
    ..#..
    ..#..
    .....
    """)

  @Test func `Life shows a generation every sixtieth of a second until it is paused`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Life.State(world: Self.blinker)) {
      Life()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startKeyPressed) { $0.isRunning = true }
    await clock.advance(by: .seconds(1) / 60)
    await store.receive(.timerTick) {
      $0.world = Self.turnedBlinker
      $0.generation = 1
    }
    await clock.advance(by: .seconds(1) / 60)
    await store.receive(.timerTick) {
      $0.world = Self.blinker
      $0.generation = 2
    }
    await store.send(.pauseKeyPressed) { $0.isRunning = false }
    await store.send(.stepKeyPressed) {
      $0.world = Self.turnedBlinker
      $0.generation = 3
    }
  }

  @Test func `a random world depends on the generator only`() async {
    let start = Life.State(world: World(width: 4, height: 2), generation: 7)
    let store = TestStore(initialState: start) {
      Life()
    } withDependencies: {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    }
    await store.send(.randomKeyPressed) {
      $0.world = World(
        """
        #...
        #...
        """)
      $0.generation = 0
    }
  }

  @Test func `a glider crosses the edges of the world`() {
    var world = World(
      """
      .#......
      ..#.....
      ###.....
      ........
      ........
      ........
      ........
      ........
      """)
    let start = world
    for _ in 0..<32 { world = world.next() }
    #expect(world == start)
  }

  @Test func `the screen has the middle of the world and the keys`() {
    let store = Store(initialState: Life.State(world: Self.blinker)) { Life() }
    let backend = TestBackend(
      StoreProgram(LifeView(store: store), store: store, keys: Life.keys, start: nil),
      size: Size(40, 5))
    #expect(
      backend.text == """
        Generation 0, 3 alive

                          ▄▄▄

        Space start  n next  r random  q quit
        """)
    backend.press("n")
    #expect(
      backend.text == """
        Generation 1, 3 alive

                           █
                           ▀
        Space start  n next  r random  q quit
        """)
  }
}

/// A generator of predictable numbers: the upper two bits, which determine a number below four, count up.
private struct Counting: RandomNumberGenerator {
  private var count: UInt64 = 0

  mutating func next() -> UInt64 {
    defer { count += 1 }
    return count << 62
  }
}
