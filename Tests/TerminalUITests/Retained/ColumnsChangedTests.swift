import ReducerRuntime
import Testing

@testable import TerminalUI

@MainActor
@Suite struct ColumnsChangedTests {
  nonisolated static let clocks = [
    ("00:12.34", "00:12.35"), ("00:12.39", "00:12.40"), ("09:59.99", "10:00.00"),
    ("00:12.34", "00:12.34"), ("1-", "-1"), ("1:", ":1"), ("99:59", "100:00"),
  ]

  @Test("digits outside the changed columns are equal", arguments: clocks)
  func digits(old: String, new: String) {
    for size in [Size(100, 12), Size(60, 7), Size(33, 5), Size(9, 2)] {
      let (before, after) = (BigText(old, minorStart: 5), BigText(new, minorStart: 5))
      let columns = after.columnsChanged(since: before, in: size, Environment())
      let (shown, wanted) = (drawn(before, size), drawn(after, size))
      for y in 0..<size.height {
        for x in 0..<size.width where !columns.contains(x) {
          #expect(shown[x, y] == wanted[x, y], "\(x), \(y) of \(size)")
        }
      }
    }
  }

  @Test func `a tick changes only the last digits of a clock`() {
    let size = Size(100, 12)
    let columns = BigText("00:12.40").columnsChanged(
      since: BigText("00:12.39"), in: size, Environment())
    #expect(columns.count < size.width / 3)
    let same = BigText("00:12.39").columnsChanged(
      since: BigText("00:12.39"), in: size, Environment())
    #expect(same.isEmpty)
  }

  @Test func `text changes in all columns`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    let columns = BigText("00:12.40").columnsChanged(
      since: BigText("00:12.39"), in: Size(40, 5), environment)
    #expect(columns == 0..<40)
    #expect(Text("ab").columnsChanged(since: Text("ac"), in: Size(2, 1), environment) == 0..<2)
  }

  @Test func `unchanged columns are neither drawn nor damaged`() {
    let store = Store(initialState: Ticks.State()) { Ticks() }
    let drawing = ViewRenderer(Digits(store: store), Environment())
    var frame = Frame(Size(40, 5))
    drawing.draw(into: &frame)
    frame.clearDamage()
    for _ in 1...12 {
      store.send(.ticked)
      drawing.draw(into: &frame)
      #expect(frame.buffer.lines == drawn(BigText(store.text), frame.size).lines)
      #expect(frame.damage[0].lowerBound > 8)
      frame.clearDamage()
    }
    #expect(drawing.fullRedrawCount == 1)
  }

  private func drawn(_ digits: BigText, _ size: Size) -> Buffer {
    var buffer = Buffer(size)
    buffer.draw(digits)
    return buffer
  }
}

@Reducer
private struct Ticks {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var text: String { count < 10 ? "10:0\(count)" : "10:\(count)" }
  }

  enum Action { case ticked }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

private struct Digits: RetainedView {
  let store: StoreOf<Ticks>

  var body: some View { BigText(store.text) }
}
