import ReducerRuntime
import TerminalUI

extension Life {
  static let keys: KeyMap<State, Action> = [
    .init([.space], "start", .startKeyPressed, when: { !$0.isRunning }),
    .init([.space], "pause", .pauseKeyPressed, when: \.isRunning),
    .init(
      ["n", .right], "next generation", .stepKeyPressed, short: "next", when: { !$0.isRunning }),
    .init(["r"], "random", .randomKeyPressed),
  ]
}

/// The whole screen: the figures, the world and the keys.
struct LifeView: RetainedView {
  let store: StoreOf<Life>

  var body: some View {
    VStack {
      Text("Generation \(store.generation), \(store.world.population) alive").style(.title)
      WorldView(world: store.world)
      LifeHints(store: store)
    }
  }
}

/// The key hints, in a separate view because they change less often than the world.
private struct LifeHints: RetainedView {
  let store: StoreOf<Life>

  var body: some View {
    HintBar(Life.keys.hints(in: store.state) + [Hint("q", "quit")], always: ["quit"], last: nil)
  }
}

/// A view of the middle of a world, with two of its cells in each cell of the screen.
struct WorldView: PrimitiveView {
  let world: World

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(.zero, flexible: .both)
  }

  func draw(in canvas: inout Canvas) {
    let left = (world.width - canvas.size.width) / 2
    let top = world.height / 2 - canvas.size.height
    let glyphs: (upper: Unicode.Scalar, lower: Unicode.Scalar, both: Unicode.Scalar) =
      canvas.glyphs == .ascii ? ("'", ".", ":") : ("▀", "▄", "█")
    for y in 0..<canvas.size.height {
      for x in 0..<canvas.size.width {
        let upper = isAlive(left + x, top + 2 * y)
        let lower = isAlive(left + x, top + 2 * y + 1)
        guard upper || lower else { continue }
        canvas.put(
          upper && lower ? glyphs.both : upper ? glyphs.upper : glyphs.lower, at: Point(x, y),
          style: canvas.theme.good)
      }
    }
  }

  /// Returns whether a cell is alive; false outside of the world.
  private func isAlive(_ x: Int, _ y: Int) -> Bool {
    (0..<world.width).contains(x) && (0..<world.height).contains(y) && world[x, y]
  }
}
