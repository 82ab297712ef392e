import ReducerRuntime

/// A feature that shows Conway's game of life, sixty generations a second.
@Reducer
struct Life {
  @ObservableState
  struct State: Equatable {
    var world = World(width: 80, height: 44, center: Life.rPentomino)
    var generation = 0
    var isRunning = false
  }

  enum Action: Equatable {
    case pauseKeyPressed
    case randomKeyPressed
    case startKeyPressed
    case stepKeyPressed
    case timerTick
  }

  private enum CancelID { case timer }

  /// Five cells that take a thousand generations to come to rest.
  static let rPentomino = """
    .##
    ##.
    .#.
    """

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pauseKeyPressed:
        state.isRunning = false
        return .cancel(id: CancelID.timer)
      case .randomKeyPressed:
        let world = state.world
        state.world = withRandomNumberGenerator { world.random(using: &$0) }
        state.generation = 0
        return .none
      case .startKeyPressed:
        state.isRunning = true
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1) / 60) { await send(.timerTick) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .stepKeyPressed, .timerTick:
        state.world = state.world.next()
        state.generation += 1
        return .none
      }
    }
  }
}
