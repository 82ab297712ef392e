/// Rows of a collection, one of them chosen, scrolled so that the chosen one shows.
///
/// Where it scrolls to follows from the selection and the room alone, so nothing needs to be kept
/// in state: the chosen row stays in the middle wherever the ends of the list allow.
///
/// - Complexity: O(visible rows) to draw, whatever the collection's length.
public struct List<Data: RandomAccessCollection, Row: View>: PrimitiveView {
  let data: Data
  let selection: Int?
  let rowHeight: Int
  let row: @MainActor (Data.Element) -> Row

  /// - Parameters:
  ///   - selection: Position (not index) of the chosen row; one out of bounds chooses the nearest.
  ///   - rowHeight: Lines of each row.
  public init(
    _ data: Data, selection: Int? = nil, rowHeight: Int = 1,
    @ViewBuilder row: @escaping @MainActor (Data.Element) -> Row
  ) {
    self.data = data
    self.selection = selection
    self.rowHeight = max(1, rowHeight)
    self.row = row
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(proposal.width, min(rowHeight, data.count)), flexible: .both)
  }

  public func draw(in canvas: inout Canvas) {
    let visible = ListWindow(
      count: data.count, selection: selection, capacity: canvas.size.height / rowHeight)
    let hasMore = visible.range.count < data.count
    let width = canvas.size.width - (hasMore ? 1 : 0)
    var y = 0
    for position in visible.range {
      let place = Rect(x: 0, y: y, width: width, height: rowHeight)
      canvas.draw(row(element(at: position)), in: place)
      note(position, visible, place, &canvas)
      if position == visible.selection {
        let style = canvas.environment.isFocused ? canvas.theme.selection : canvas.theme.accent
        canvas.highlight(place, style)
      }
      y += rowHeight
    }
    if hasMore { drawScrollMarks(visible, &canvas) }
  }

  /// A tap on a row goes there as the keys would, and one on the chosen row opens it.
  private func note(
    _ position: Int, _ visible: ListWindow, _ place: Rect, _ canvas: inout Canvas
  ) {
    guard let chosen = visible.selection else { return }
    let way = position - chosen
    canvas.tappable(
      way == 0 ? .key(.enter) : .row(way > 0 ? "down" : "up", times: abs(way)), in: place)
  }

  private func element(at position: Int) -> Data.Element {
    data[data.index(data.startIndex, offsetBy: position)]
  }

  private func drawScrollMarks(_ visible: ListWindow, _ canvas: inout Canvas) {
    let x = canvas.size.width - 1
    if visible.range.lowerBound > 0 {
      canvas.put(canvas.glyphs.up, at: Point(x, 0), style: canvas.theme.dim)
    }
    if visible.range.upperBound < data.count {
      canvas.put(
        canvas.glyphs.down, at: Point(x, canvas.size.height - 1), style: canvas.theme.dim)
    }
  }
}

/// Which rows of a long list show.
struct ListWindow: Equatable {
  let range: Range<Int>
  let selection: Int?

  init(count: Int, selection: Int?, capacity: Int) {
    let capacity = max(0, min(capacity, count))
    let chosen = count > 0 ? selection.map { min(max(0, $0), count - 1) } : nil
    let first = min(max(0, (chosen ?? 0) - (capacity - 1) / 2), count - capacity)
    range = first..<first + capacity
    self.selection = chosen
  }
}
