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
      expectEqual(BigText(old, minorStart: 5), BigText(new, minorStart: 5), in: size)
    }
  }

  @Test("text outside the changed columns is equal", arguments: clocks)
  func text(old: String, new: String) {
    for width in [20, 8, 5, 3, 1, 0] {
      for alignment in [AxisAlignment.leading, .center, .trailing] {
        let (before, after) = (Text(old, alignment: alignment), Text(new, alignment: alignment))
        guard before.isLaidOut(like: after) else { continue }
        expectEqual(before.style(.accent), after.style(.accent), in: Size(width, 1))
        expectEqual(before.style(.dim), after.style(.accent), in: Size(width, 1))
      }
    }
  }

  @Test(arguments: [(0.0, 0.01), (0.5, 0.5), (0.49, 0.51), (1, 0), (0.999, 1), (.nan, 2)])
  func `a progress bar outside the changed columns is equal`(old: Double, new: Double) {
    for width in [100, 40, 9, 5, 2, 0] {
      for (label, other) in [("", ""), ("1:40", "1:40"), ("1:40", "1:39")] {
        let before = OptionalView(ProgressBar(old, label: label).padding(2, 0))
        let after = OptionalView(ProgressBar(new, label: other).padding(2, 0))
        expectEqual(before, after, in: Size(width, 1))
      }
    }
  }

  private func expectEqual<V: View>(_ before: V, _ after: V, in size: Size) {
    let columns = after.columnsChanged(since: before, in: size, Environment())
    let (shown, wanted) = (drawn(before, size), drawn(after, size))
    for y in 0..<size.height {
      for x in 0..<size.width where !columns.contains(x) {
        #expect(shown[x, y] == wanted[x, y], "\(x), \(y) of \(size)")
      }
    }
  }

  @Test func `a tick changes two cells of a clock, and one of a progress bar`() {
    let text = Text("00:12.34").columnsChanged(
      since: Text("00:12.25"), in: Size(20, 1), Environment())
    #expect(text == 6..<8)
    let bar = ProgressBar(0.501).columnsChanged(
      since: ProgressBar(0.5), in: Size(100, 1), Environment())
    #expect(bar == 50..<51)
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

  @Test func `digits that are drawn as text change in all columns`() {
    var environment = Environment()
    environment.canDrawGraphics = false
    let columns = BigText("00:12.40").columnsChanged(
      since: BigText("00:12.39"), in: Size(40, 5), environment)
    #expect(columns == 0..<40)
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
      #expect(frame.damagedColumns(of: 0).lowerBound > 8)
      frame.clearDamage()
    }
    #expect(drawing.fullRedrawCount == 1)
  }

  private func drawn(_ view: some View, _ size: Size) -> Buffer {
    var buffer = Buffer(size)
    buffer.draw(view)
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
