import ReducerRuntime
import Testing

@testable import TerminalUI

@MainActor
@Suite struct ViewRendererTests {
  @Test func `the first frame is drawn completely, and then nothing is stale`() {
    let screen = Screen()
    #expect(screen.lines == ["Ann", "REPS 0", "00"])
    #expect(!screen.drawing.isStale)
    #expect(screen.drawing.fullRedrawCount == 1)
    #expect(screen.bodies == ["Page", "Title", "Reps", "Clock", "Time"])
  }

  @Test func `a change evaluates only the bodies that read it`() {
    let screen = Screen()
    screen.store.send(.counted)
    #expect(screen.drawing.isStale)
    #expect(screen.lines == ["Ann", "REPS 1", "00"])
    #expect(screen.newBodies == ["Reps"])
    #expect(screen.drawing.fullRedrawCount == 1)
  }

  @Test func `an equal body doesn't evaluate its children`() {
    let screen = Screen()
    let drawn = screen.drawing.drawCount
    screen.store.send(.ticked(by: 4))
    #expect(screen.lines == ["Ann", "REPS 0", "00"])
    #expect(screen.newBodies == ["Clock"])
    #expect(screen.drawing.drawCount == drawn)
    screen.store.send(.ticked(by: 8))
    #expect(screen.lines == ["Ann", "REPS 0", "01"])
    #expect(screen.newBodies == ["Clock", "Time"])
    screen.store.send(.ticked(by: 8))
    #expect(screen.lines == ["Ann", "REPS 0", "02"])
    #expect(screen.drawing.fullRedrawCount == 1)
  }

  @Test func `only the cells of redrawn views are damaged`() {
    let screen = Screen()
    screen.show()
    screen.store.send(.counted)
    screen.draw()
    #expect(screen.damaged == [1: 0..<6])
  }

  @Test
  func `a changed size updates the layout of ancestors without evaluating them`() {
    let screen = Screen()
    for _ in 1...10 { screen.store.send(.counted) }
    #expect(screen.lines == ["Ann", "REPS 10", "00"])
    #expect(screen.newBodies == ["Reps"])
    #expect(screen.drawing.fullRedrawCount == 1)
  }

  @Test func `a redrawn view keeps its backdrop`() {
    let screen = Screen()
    for _ in 1...10 { screen.store.send(.counted) }
    _ = screen.lines
    screen.store.send(.renamed("Bo"))
    #expect(screen.lines == ["Bo", "REPS 10", "00"])
    #expect(screen.newBodies == ["Reps", "Title"])
  }

  @Test func `a redrawn view stays under a sheet`() {
    let screen = Screen()
    screen.store.send(.asked)
    #expect(screen.lines == ["Ann", "RE Sure?", "00"])
    screen.store.send(.counted)
    #expect(screen.lines == ["Ann", "RE Sure?", "00"])
    screen.store.send(.asked)
    #expect(screen.lines == ["Ann", "REPS 1", "00"])
  }

  @Test func `tap targets keep their order when a view is redrawn`() {
    let taps = TapMap()
    let screen = Screen(Environment(taps: taps))
    #expect(taps.target(at: Point(1, 1)) == .row("count", times: 1))
    screen.store.send(.counted)
    #expect(screen.lines == ["Ann", "REPS 1", "00"])
    #expect(taps.target(at: Point(1, 1)) == .row("count", times: 1))
    #expect(taps.target(at: Point(1, 2)) == nil)
    #expect(taps.count == 1)
    #expect(screen.drawing.fullRedrawCount == 1)
  }

  @Test func `a resized frame is drawn completely without evaluating bodies`() {
    let screen = Screen()
    _ = screen.newBodies
    screen.frame.resize(to: Size(5, 2))
    #expect(screen.lines == ["Ann", "REPS…"])
    #expect(screen.newBodies == [])
    screen.store.send(.counted)
    #expect(screen.lines == ["Ann", "REPS…"])
    #expect(screen.drawing.fullRedrawCount == 2)
  }

  @Test func `a frame with other contents is drawn completely`() {
    let screen = Screen()
    screen.frame.drawAll { _ = $0.write("???????", at: Point(0, 1)) }
    #expect(screen.lines == ["Ann", "REPS 0", "00"])
  }

  @Test func `removed views are no longer observed`() {
    let screen = Screen()
    screen.store.send(.hidden)
    #expect(screen.lines == ["Ann", "", "00"])
    screen.store.send(.counted)
    #expect(!screen.drawing.isStale)
  }

  @Test func `two equal views are both redrawn`() {
    let screen = Screen()
    screen.store.send(.doubled)
    #expect(screen.lines == ["Ann", "REPS 0REPS 0", "00"])
    screen.store.send(.counted)
    #expect(screen.lines == ["Ann", "REPS 1REPS 1", "00"])
  }

  @Test func `a growing view inside an unchanged view gets more space`() {
    let screen = Screen(Size(6, 4)) { Outer(store: $0) }
    #expect(screen.lines == ["one", "Ann", "", ""])
    screen.store.send(.countedAndRenamed("Bo"))
    #expect(screen.lines == ["one", "two", "Bo", ""])
  }

  @Test func `a retained view can be drawn without a renderer`() {
    var buffer = Buffer(Size(8, 1))
    buffer.draw(Time(seconds: 7, log: BodyLog()))
    #expect(buffer.lines == ["07"])
  }
}

/// The evaluated bodies, in order.
@MainActor
private final class BodyLog: Equatable {
  var bodies: [String] = []

  nonisolated static func == (lhs: BodyLog, rhs: BodyLog) -> Bool { lhs === rhs }
}

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    var name = "Ann"
    var reps = 0
    var ticks = 0
    var isAsking = false
    var isHidden = false
    var isDoubled = false
  }

  enum Action {
    case counted
    case countedAndRenamed(String)
    case ticked(by: Int)
    case renamed(String)
    case asked
    case hidden
    case doubled
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .counted: state.reps += 1
      case .countedAndRenamed(let name):
        state.reps += 1
        state.name = name
      case .ticked(let count): state.ticks += count
      case .renamed(let name): state.name = name
      case .asked: state.isAsking.toggle()
      case .hidden: state.isHidden.toggle()
      case .doubled: state.isDoubled.toggle()
      }
      return .none
    }
  }
}

private struct Page: RetainedView {
  let store: StoreOf<Counter>
  let log: BodyLog

  var body: some View {
    let _ = log.bodies.append("Page")
    VStack {
      Title(store: store, log: log)
      if store.isHidden {
        Text("")
      } else {
        HStack {
          Reps(store: store, log: log)
          if store.isDoubled { Reps(store: store, log: log) }
        }
      }
      Clock(store: store, log: log)
    }
    .overlay {
      if store.isAsking { Text(" Sure? ") }
    }
  }
}

private struct Title: RetainedView {
  let store: StoreOf<Counter>
  let log: BodyLog

  var body: some View {
    let _ = log.bodies.append("Title")
    Text(store.name)
  }
}

private struct Reps: RetainedView {
  let store: StoreOf<Counter>
  let log: BodyLog

  var body: some View {
    let _ = log.bodies.append("Reps")
    Text("REPS \(store.reps)").style(.accent).tappable(Hint("+", "count"))
  }
}

private struct Clock: RetainedView {
  let store: StoreOf<Counter>
  let log: BodyLog

  var body: some View {
    let _ = log.bodies.append("Clock")
    return Time(seconds: store.ticks / 10, log: log)
  }
}

private struct Time: RetainedView {
  let seconds: Int
  let log: BodyLog

  var body: some View {
    let _ = log.bodies.append("Time")
    Text(seconds < 10 ? "0\(seconds)" : "\(seconds)")
  }
}

/// A view that reads the name, around a view that reads nothing.
private struct Outer: RetainedView {
  let store: StoreOf<Counter>

  var body: some View {
    let name = store.name
    VStack {
      Middle(store: store)
      Text(name)
    }
  }
}

private struct Middle: RetainedView {
  let store: StoreOf<Counter>

  var body: some View { Rows(store: store).padding(0) }
}

/// A view with one row, or with two after a rep.
private struct Rows: RetainedView {
  let store: StoreOf<Counter>

  var body: some View {
    VStack {
      Text("one")
      if store.reps > 0 { Text("two") }
    }
  }
}

@MainActor
private final class Screen {
  let store = Store(initialState: Counter.State()) { Counter() }
  let log = BodyLog()
  let drawing: ViewRenderer
  var frame: Frame
  private var readCount = 0

  init(_ environment: Environment = Environment()) {
    frame = Frame(Size(12, 3))
    drawing = ViewRenderer(Page(store: store, log: log), environment)
    draw()
    readCount = log.bodies.count
  }

  init<V: RetainedView>(_ size: Size, _ view: (StoreOf<Counter>) -> V) {
    frame = Frame(size)
    drawing = ViewRenderer(view(store))
    draw()
  }

  func draw() { drawing.draw(into: &frame) }

  /// The screen after an update.
  var lines: [String] {
    draw()
    return frame.buffer.lines
  }

  var bodies: [String] { log.bodies }

  /// The bodies evaluated since the last call.
  var newBodies: [String] {
    defer { readCount = log.bodies.count }
    return Array(log.bodies[readCount...])
  }

  /// Clears the damage, like a terminal that has shown the frame.
  func show() { frame.clearDamage() }

  var damaged: [Int: Range<Int>] {
    var rows: [Int: Range<Int>] = [:]
    for row in 0..<frame.size.height where !frame.damagedColumns(of: row).isEmpty {
      rows[row] = frame.damagedColumns(of: row)
    }
    return rows
  }
}
