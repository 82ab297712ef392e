import ReducerRuntime
import Testing

@testable import TerminalUI

@MainActor
@Suite struct DrawingTests {
  @Test func `the first frame is drawn whole, and then nothing is stale`() {
    let screen = Screen()
    #expect(screen.lines == ["Ann", "REPS 0", "00"])
    #expect(!screen.drawing.isStale)
    #expect(screen.drawing.wholeDrawings == 1)
    #expect(screen.bodies == ["Page", "Title", "Reps", "Clock", "Time"])
  }

  @Test func `a change evaluates the bodies that read it, and no others`() {
    let screen = Screen()
    screen.store.send(.counted)
    #expect(screen.drawing.isStale)
    #expect(screen.lines == ["Ann", "REPS 1", "00"])
    #expect(screen.newBodies == ["Reps"])
    #expect(screen.drawing.wholeDrawings == 1)
  }

  @Test func `a body that comes out the same leaves what it is made of alone`() {
    let screen = Screen()
    let drawn = screen.drawing.drawn
    screen.store.send(.ticked(by: 4))
    #expect(screen.lines == ["Ann", "REPS 0", "00"])
    #expect(screen.newBodies == ["Clock"])
    #expect(screen.drawing.drawn == drawn)
    screen.store.send(.ticked(by: 8))
    #expect(screen.lines == ["Ann", "REPS 0", "01"])
    #expect(screen.newBodies == ["Clock", "Time"])
    screen.store.send(.ticked(by: 8))
    #expect(screen.lines == ["Ann", "REPS 0", "02"])
    #expect(screen.drawing.wholeDrawings == 1)
  }

  @Test func `only the cells of what was drawn are damaged`() {
    let screen = Screen()
    screen.show()
    screen.store.send(.counted)
    screen.draw()
    #expect(screen.damaged == [1: 0..<6])
  }

  @Test
  func `where the size of a part changes, what is around it is laid out again, not made again`() {
    let screen = Screen()
    for _ in 1...10 { screen.store.send(.counted) }
    #expect(screen.lines == ["Ann", "REPS 10", "00"])
    #expect(screen.newBodies == ["Reps"])
    #expect(screen.drawing.wholeDrawings == 1)
  }

  @Test func `what was there before is under what is drawn again`() {
    let screen = Screen()
    for _ in 1...10 { screen.store.send(.counted) }
    _ = screen.lines
    screen.store.send(.renamed("Bo"))
    #expect(screen.lines == ["Bo", "REPS 10", "00"])
    #expect(screen.newBodies == ["Reps", "Title"])
  }

  @Test func `a part under a sheet is drawn with the sheet on top of it`() {
    let screen = Screen()
    screen.store.send(.asked)
    #expect(screen.lines == ["Ann", "RE Sure?", "00"])
    screen.store.send(.counted)
    #expect(screen.lines == ["Ann", "RE Sure?", "00"])
    screen.store.send(.asked)
    #expect(screen.lines == ["Ann", "REPS 1", "00"])
  }

  @Test func `a tap means what it meant, whichever part was drawn last`() {
    let taps = TapMap()
    let screen = Screen(Environment(taps: taps))
    #expect(taps.target(at: Point(1, 1)) == .row("count", times: 1))
    screen.store.send(.counted)
    #expect(screen.lines == ["Ann", "REPS 1", "00"])
    #expect(taps.target(at: Point(1, 1)) == .row("count", times: 1))
    #expect(taps.target(at: Point(1, 2)) == nil)
    #expect(taps.count == 1)
    #expect(screen.drawing.wholeDrawings == 1)
  }

  @Test func `another frame is drawn whole, without a body being made anew`() {
    let screen = Screen()
    _ = screen.newBodies
    screen.frame.resize(to: Size(5, 2))
    #expect(screen.lines == ["Ann", "REPS…"])
    #expect(screen.newBodies == [])
    screen.store.send(.counted)
    #expect(screen.lines == ["Ann", "REPS…"])
    #expect(screen.drawing.wholeDrawings == 2)
  }

  @Test func `a frame that somebody else has drawn into is drawn whole`() {
    let screen = Screen()
    screen.frame.drawWhole { _ = $0.write("???????", at: Point(0, 1)) }
    #expect(screen.lines == ["Ann", "REPS 0", "00"])
  }

  @Test func `what is gone is observed no more`() {
    let screen = Screen()
    screen.store.send(.hidden)
    #expect(screen.lines == ["Ann", "", "00"])
    screen.store.send(.counted)
    #expect(!screen.drawing.isStale)
  }

  @Test func `of two parts that show the same both are drawn`() {
    let screen = Screen()
    screen.store.send(.doubled)
    #expect(screen.lines == ["Ann", "REPS 0REPS 0", "00"])
    screen.store.send(.counted)
    #expect(screen.lines == ["Ann", "REPS 1REPS 1", "00"])
  }

  @Test func `a part that grows inside one that stays the same gets its room, whoever draws it`() {
    let screen = Screen(Size(6, 4)) { Outer(store: $0) }
    #expect(screen.lines == ["one", "Ann", "", ""])
    screen.store.send(.countedAndRenamed("Bo"))
    #expect(screen.lines == ["one", "two", "Bo", ""])
  }

  @Test func `out of a drawing a retained view is a view like any other`() {
    var buffer = Buffer(Size(8, 1))
    buffer.draw(Time(seconds: 7, log: BodyLog()))
    #expect(buffer.lines == ["07"])
  }
}

/// Which bodies were evaluated, in order.
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

/// Reads the name below a part that reads nothing.
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

/// One row, and two after a rep.
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
  let drawing: Drawing
  var frame: Frame
  private var told = 0

  init(_ environment: Environment = Environment()) {
    frame = Frame(Size(12, 3))
    drawing = Drawing(Page(store: store, log: log), environment)
    draw()
    told = log.bodies.count
  }

  init<V: RetainedView>(_ size: Size, _ view: (StoreOf<Counter>) -> V) {
    frame = Frame(size)
    drawing = Drawing(view(store))
    draw()
  }

  func draw() { drawing.draw(into: &frame) }

  /// What is shown, once what has changed was drawn.
  var lines: [String] {
    draw()
    return frame.buffer.lines
  }

  var bodies: [String] { log.bodies }

  /// Which bodies were evaluated since somebody asked.
  var newBodies: [String] {
    defer { told = log.bodies.count }
    return Array(log.bodies[told...])
  }

  /// Shows the frame as a terminal would.
  func show() { frame.clearDamage() }

  var damaged: [Int: Range<Int>] {
    var rows: [Int: Range<Int>] = [:]
    for row in 0..<frame.size.height where !frame.damage[row].isEmpty {
      rows[row] = frame.damage[row]
    }
    return rows
  }
}
