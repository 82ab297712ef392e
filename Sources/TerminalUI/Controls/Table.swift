/// A column of a ``Table``: a title, a width, and a text, a bar or a sparkline for each row.
public struct Column<Element> {
  public enum Width: Hashable, Sendable {
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

  public init(
    _ title: String, _ width: Width = .flexible, alignment: AxisAlignment = .leading,
    role: Theme.Role = .text, text: @escaping @MainActor (Element) -> String
  ) {
    self.init(title, width, alignment: alignment, role: role) { element, _ in text(element) }
  }

  /// Creates a column of texts that depend on the environment, such as words in place of a sign for screen readers.
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

  /// Creates a column of bars. Rows for which `bar` returns `nil` are empty.
  public init(
    _ title: String, _ width: Width = .flexible, bar: @escaping @MainActor (Element) -> ShareBar?
  ) {
    self.title = title
    self.width = width
    alignment = .leading
    role = .text
    content = .bar(bar)
  }

  /// Creates a column of sparklines. Rows for which `sparkline` returns `nil` are empty.
  public init(
    _ title: String, _ width: Width,
    sparkline: @escaping @MainActor (Element) -> Sparkline<[Double]>?
  ) {
    self.title = title
    self.width = width
    alignment = .trailing
    // A block of light color would outshine the selection.
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

  /// Returns the width of a flexible column. After the last column there is a blank for the scroll marks of the list.
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

/// The number of columns between two columns of a table: with one, a text aligned to the right would touch its neighbor.
private let tableGap = 2
