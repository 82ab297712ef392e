/// A list of rows with an optional selection, scrolled so that the selected row is visible.
///
/// The scroll position is computed from the selection and the height, so it isn't part of the state. The selected row
/// is in the middle unless it is near an end of the list.
///
/// - Complexity: O(visible rows) to draw, regardless of the length of the collection.
public struct List<Data: RandomAccessCollection, Row: View>: PrimitiveView {
  let data: Data
  let selection: Int?
  let rowHeight: Int
  let row: @MainActor (Data.Element) -> Row

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - selection: The offset (not index) of the selected row, clamped to the bounds of the list.
  ///   - rowHeight: The number of lines of each row.
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

  /// Records the tap targets of a row: a tap selects the row, and a tap on the selected row opens it.
  private func note(
    _ position: Int, _ visible: ListWindow, _ place: Rect, _ canvas: inout Canvas
  ) {
    guard let chosen = visible.selection else { return }
    let distance = position - chosen
    canvas.tappable(
      distance == 0 ? .key(.enter) : .row(distance > 0 ? "down" : "up", times: abs(distance)),
      in: place)
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

/// The visible rows of a list.
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
