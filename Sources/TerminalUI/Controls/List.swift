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
      let frame = Rect(x: 0, y: y, width: width, height: rowHeight)
      canvas.draw(row(element(at: position)), in: frame)
      addTapTargets(position, visible, frame, &canvas)
      if position == visible.selection {
        canvas.highlight(frame, canvas.theme.selection)
      }
      y += rowHeight
    }
    if hasMore { drawScrollMarks(visible, &canvas) }
  }

  /// Records the tap targets of a row: a tap selects the row, and a tap on the selected row opens it.
  private func addTapTargets(
    _ position: Int, _ visible: ListWindow, _ frame: Rect, _ canvas: inout Canvas
  ) {
    guard let chosen = visible.selection else { return }
    let distance = position - chosen
    canvas.tappable(
      distance == 0 ? .key(.enter) : .row(distance > 0 ? "down" : "up", times: abs(distance)),
      in: frame)
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

// MARK: - Keys

extension KeyMap {
  /// Returns the keys that move the selection of a list.
  ///
  /// - Parameter action: Returns the action that moves the selection by a number of rows, up to the first or last one.
  public static func listNavigation(_ action: (Int) -> Action) -> KeyMap {
    KeyMap([
      .init([.up, "k"], "up", action(-1), pair: .move),
      .init([.down, "j"], "down", action(1), pair: .move),
      .init([.pageDown], "page down", action(10), hinted: false),
      .init([.pageUp], "page up", action(-10), hinted: false),
      .init([.home, "<"], "first", action(.min), hinted: false),
      .init([.end, ">"], "last", action(.max), hinted: false),
    ]).section("Lists")
  }

  /// Returns the keys of a list that is filtered by typing letters: the arrow and page keys move its selection.
  ///
  /// - Parameter canMove: Returns whether the list has several rows.
  public static func arrowNavigation(
    _ action: (Int) -> Action, when canMove: @escaping @Sendable (State) -> Bool
  ) -> KeyMap {
    [
      .init([.up], "up", action(-1), pair: .move, when: canMove),
      .init([.down], "down", action(1), pair: .move, when: canMove),
      .init([.pageDown], "page down", action(10), hinted: false),
      .init([.pageUp], "page up", action(-10), hinted: false),
      .init([.home], "first", action(.min), hinted: false),
      .init([.end], "last", action(.max), hinted: false),
    ]
  }
}

extension Int {
  /// Returns this selection moved by `offset` in a list of `count` rows, stopping at both ends.
  public func moved(by offset: Int, in count: Int) -> Int {
    // A jump to an end is `.min` or `.max`, so the sum can overflow.
    let (sum, isTooFar) = addingReportingOverflow(offset)
    return (isTooFar ? count - 1 : sum).clamped(in: count)
  }

  /// Returns this selection moved by `offset` in a list of `count` rows, continuing at the other end.
  ///
  /// - Precondition: The selection is a row of the list.
  public func wrapped(by offset: Int, in count: Int) -> Int {
    (self + offset % count + count) % count
  }

  /// Returns this selection, or the nearest row of a list of `count` rows; 0 if the list is empty.
  package func clamped(in count: Int) -> Int { Swift.max(0, Swift.min(self, count - 1)) }
}

// MARK: - Tables

/// A column of a ``Table``: a title, a width, and for each row a text, a bar or a sparkline.
public struct Column<Element> {
  /// The width of a column.
  public enum Width: Hashable, Sendable {
    /// A number of cells.
    case fixed(Int)
    /// An equal share of the space that remains after the fixed columns.
    case flexible

    func cells(_ share: Int) -> Int {
      switch self {
      case .fixed(let width): width
      case .flexible: share
      }
    }
  }

  let title: String
  let width: Width
  let alignment: AxisAlignment
  let role: Theme.Role
  let content: Content

  enum Content {
    case text(@MainActor (Element, Environment) -> String)
    case bar(@MainActor (Element) -> ShareBar?)
    case sparkline(@MainActor (Element) -> Sparkline<[Double]>?)
  }

  /// Creates a column of texts.
  public init(
    _ title: String, _ width: Width = .flexible, alignment: AxisAlignment = .leading,
    role: Theme.Role = .text, text: @escaping @MainActor (Element) -> String
  ) {
    self.init(title, width, alignment: alignment, role: role) { element, _ in text(element) }
  }

  /// Creates a column of texts that depend on the environment, for example words instead of symbols for screen readers.
  public init(
    _ title: String, _ width: Width = .flexible, alignment: AxisAlignment = .leading,
    role: Theme.Role = .text, text: @escaping @MainActor (Element, Environment) -> String
  ) {
    self.title = title
    self.width = width
    self.alignment = alignment
    self.role = role
    content = .text(text)
  }

  /// Creates a column of bars. The cell of a row is empty if `bar` returns `nil` for it.
  public init(
    _ title: String, _ width: Width = .flexible, bar: @escaping @MainActor (Element) -> ShareBar?
  ) {
    self.title = title
    self.width = width
    alignment = .leading
    role = .text
    content = .bar(bar)
  }

  /// Creates a column of sparklines. The cell of a row is empty if `sparkline` returns `nil` for it.
  public init(
    _ title: String, _ width: Width,
    sparkline: @escaping @MainActor (Element) -> Sparkline<[Double]>?
  ) {
    self.title = title
    self.width = width
    alignment = .trailing
    // A block of a light color would be more prominent than the selection.
    role = .dim
    content = .sparkline(sparkline)
  }
}

/// A table of rows under column titles, scrolled like a ``List`` and limited to ``ReadableWidth/columns``.
///
/// ```swift
/// Table(standings, selection: 2, columns: [
///   Column("#", .fixed(4), alignment: .trailing) { "\($0.rank)" },
///   Column("Name") { $0.name },
/// ])
/// ```
///
/// - Complexity: O(visible rows × columns) to draw.
public struct Table<Data: RandomAccessCollection>: PrimitiveView {
  let data: Data
  let selection: Int?
  let columns: [Column<Data.Element>]
  let role: @MainActor (Data.Element) -> Theme.Role

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - selection: The offset (not index) of the selected row.
  ///   - role: Returns the style of a row. The style of a column is laid over it.
  public init(
    _ data: Data, selection: Int? = nil, columns: [Column<Data.Element>],
    role: @escaping @MainActor (Data.Element) -> Theme.Role = { _ in .text }
  ) {
    self.data = data
    self.selection = selection
    self.role = role
    self.columns = columns
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(proposal.width, min(2, data.count + 1)), flexible: .both)
  }

  public func draw(in canvas: inout Canvas) {
    let (columns, role) = (columns, role)
    let tableWidth = min(canvas.size.width, ReadableWidth.columns)
    let share = flexibleWidth(in: tableWidth)
    var x = 0
    for column in columns {
      let width = column.width.cells(share)
      canvas.draw(
        Text(column.title, alignment: column.alignment).style(.dim),
        in: Rect(x: x, y: 0, width: width, height: 1))
      x += width + tableGap
    }
    let rows = List(data, selection: selection) { element in
      TableRow(element: element, share: share, columns: columns).style(role(element))
    }
    canvas.draw(
      rows, in: Rect(x: 0, y: 1, width: tableWidth, height: canvas.size.height - 1))
  }

  /// Returns the width of a flexible column. One cell after the last column is reserved for the list's scroll marks.
  private func flexibleWidth(in room: Int) -> Int {
    let flexible = columns.count { $0.width == .flexible }
    guard flexible > 0 else { return 0 }
    let taken = columns.reduce(1) { $0 + $1.width.cells(0) } + tableGap * (columns.count - 1)
    return max(0, room - taken) / flexible
  }
}

private struct TableRow<Element>: PrimitiveView {
  let element: Element
  let share: Int
  let columns: [Column<Element>]

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(proposal.width, 1), flexible: .horizontal)
  }

  func draw(in canvas: inout Canvas) {
    var x = 0
    for column in columns {
      let width = column.width.cells(share)
      let place = Rect(x: x, y: 0, width: width, height: 1)
      switch column.content {
      case .text(let text):
        let text = Text(text(element, canvas.environment), alignment: column.alignment)
        canvas.draw(text.style(column.role), in: place)
      case .bar(let bar):
        if let bar = bar(element) { canvas.draw(bar, in: place) }
      case .sparkline(let sparkline):
        if let sparkline = sparkline(element) {
          canvas.draw(
            sparkline.style(column.role).expanded(alignment: .trailing), in: place)
        }
      }
      x += width + tableGap
    }
  }
}

/// The number of cells between two columns of a table. With one cell, right-aligned text would seem to touch the next.
private let tableGap = 2
