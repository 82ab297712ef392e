/// A line or column chart, with the smallest and the largest value on the left and the labels of the first and the last
/// value below.
///
/// ```text
/// 61│        ⢀⡠•     95│  ▂▄▆█
///   │   ⡠⠔⠉⠉⠁          │▅▇████▃
/// 32│⡠⠔⠁              0│███████
///    5 Jan    2 Mar     5 Jan
/// ```
///
/// ```swift
/// Chart(results.map { Chart.Value($0.time, $0.reps, isMarked: $0.isBest) }) { "\(Int($0))" } name: { dates[$0] }
/// Chart(columns: weeks.map(\.minutes)) { "\(Int($0)) min" } name: { weeks[$0].date }
/// ```
///
/// - Complexity: O(values + cells) to draw.
public struct Chart: PrimitiveView {
  /// A value and its horizontal position.
  public struct Value: Hashable, Sendable {
    /// The position on the horizontal axis.
    public var x: Double
    /// The value.
    public var y: Double
    /// Whether the value is highlighted, such as a personal best.
    public var isMarked: Bool

    /// Creates a value at a position.
    public init(_ x: Double, _ y: Double, isMarked: Bool = false) {
      self.x = x
      self.y = y
      self.isMarked = isMarked
    }
  }

  /// A second series on the same axes, drawn as a dotted line behind the first.
  public struct Comparison {
    let values: [Value]
    let title: String
    let name: @MainActor (Int) -> String

    /// Creates a second series.
    ///
    /// - Parameters:
    ///   - values: The values from left to right.
    ///   - title: The name of the series, for screens without graphics.
    ///   - name: Returns the label of the value at an index.
    public init(
      _ values: [Value], title: String, name: @escaping @MainActor (Int) -> String
    ) {
      self.values = values
      self.title = title
      self.name = name
    }
  }

  enum Kind { case line, columns }

  let values: [Value]
  let comparison: Comparison?
  let minSpan: Double
  let kind: Kind
  let value: @MainActor (Double) -> String
  let name: @MainActor (Int) -> String
  let minLabelWidth: Int

  /// Creates a line chart.
  ///
  /// - Parameters:
  ///   - values: The values from left to right.
  ///   - comparison: A second series behind the values.
  ///   - minSpan: The minimum range of the value axis, so that small differences don't look large.
  ///   - value: Returns a short text for a value.
  ///   - name: Returns the label of the value at an index, such as its date.
  public init(
    _ values: [Value], comparedTo comparison: Comparison? = nil, minSpan: Double = 0,
    value: @escaping @MainActor (Double) -> String,
    name: @escaping @MainActor (Int) -> String
  ) {
    self.values = values
    self.comparison = comparison?.values.isEmpty == true ? nil : comparison
    self.minSpan = minSpan
    self.value = value
    self.name = name
    minLabelWidth = 0
    kind = .line
  }

  /// Creates a column chart that starts at zero and shows the last columns if there are too many.
  ///
  /// - Parameters:
  ///   - columns: The values. Negative ones count as zero.
  ///   - value: Returns a short text for a value.
  ///   - name: Returns the label of the value at an index.
  ///   - minLabelWidth: The minimum width of the labels on the left, so that charts show the same number of columns.
  public init(
    columns: [Double], value: @escaping @MainActor (Double) -> String,
    name: @escaping @MainActor (Int) -> String, minLabelWidth: Int = 0
  ) {
    comparison = nil
    minSpan = 0
    values = columns.enumerated().map { Value(Double($0), max(0, $1)) }
    self.value = value
    self.name = name
    self.minLabelWidth = minLabelWidth
    kind = .columns
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    guard environment.canDrawGraphics else { return Layout(Size(proposal.width, 1)) }
    return Layout(Size(12, 3), flexible: .both)
  }

  public func draw(in canvas: inout Canvas) {
    guard let range else { return }
    guard canvas.environment.canDrawGraphics else { return canvas.write(words, row: 0) }
    let frame = ChartFrame(self, range, in: canvas.size)
    guard !frame.plot.isEmpty else { return }
    let axis =
      switch kind {
      case .line: drawLine(in: frame.plot, range, &canvas)
      case .columns: drawColumns(in: frame.plot, range, &canvas)
      }
    frame.draw(from: axis.first, to: axis.last, over: axis.columns, in: &canvas)
  }

  /// The horizontal axis of a drawn chart.
  struct HorizontalAxis {
    /// The label of the left end.
    var first: String
    /// The label of the right end.
    var last: String
    /// The columns of the canvas that the values occupy.
    var columns: Range<Int>
  }

  /// The range of the value axis; `nil` without values.
  private var range: ClosedRange<Double>? {
    guard let own = Self.range(of: values) else { return nil }
    guard kind == .line else { return 0...own.upperBound }
    let other = comparison.flatMap { Self.range(of: $0.values) } ?? own
    let least = min(own.lowerBound, other.lowerBound)
    let greatest = max(own.upperBound, other.upperBound)
    let missing = max(0, (minSpan - (greatest - least)) / 2)
    return least - missing...greatest + missing
  }

  private static func range(of values: [Value]) -> ClosedRange<Double>? {
    let heights = values.lazy.map(\.y).filter(\.isFinite)
    guard let least = heights.min(), let greatest = heights.max() else { return nil }
    return least...greatest
  }

  /// The text alternative for screens without graphics.
  private var words: String {
    func words(_ values: [Value], _ name: (Int) -> String) -> String {
      guard let range = Self.range(of: values) else { return "" }
      let least = kind == .columns ? 0 : range.lowerBound
      return "\(value(least)) to \(value(range.upperBound)), "
        + "\(name(0)) to \(name(values.count - 1))"
    }
    let other = comparison.map { "; \($0.title) \(words($0.values, $0.name))" }
    return words(values, name) + (other ?? "")
  }
}

extension ClosedRange<Double> {
  /// Returns the relative position of a value, 0 to 1, or 0.5 in an empty range.
  func fraction(of value: Double) -> Double {
    // Both ends are halved, so that the difference between extreme values doesn't overflow.
    let span = upperBound / 2 - lowerBound / 2
    return span > 0 ? Swift.min(Swift.max(0, (value / 2 - lowerBound / 2) / span), 1) : 0.5
  }
}

// MARK: - Columns

extension Chart {
  /// Draws columns as wide as possible, aligned to the right end. Heights are in eighths of a cell, or in the steps
  /// that the glyphs have.
  func drawColumns(
    in plot: Rect, _ yRange: ClosedRange<Double>, _ canvas: inout Canvas
  ) -> HorizontalAxis {
    let shown = values.suffix(plot.width)
    // The width of a column and the gap after it. The last column has no gap.
    let step = min(Self.maxStep, max(1, (plot.width + 1) / shown.count))
    let width = max(1, step - 1)
    let left = plot.maxX + step - width - shown.count * step
    for (place, value) in shown.enumerated() where value.y.isFinite && value.y > 0 {
      let levels = canvas.glyphs.spark.count
      let height = value.y / yRange.upperBound * Double(plot.height * levels)
      // A value above zero is always visible.
      var rest = max(1, Int(height.rounded()))
      for y in stride(from: plot.maxY - 1, through: plot.minY, by: -1) where rest > 0 {
        let glyph = rest >= levels ? canvas.glyphs.block : canvas.glyphs.spark[rest - 1]
        for x in 0..<width {
          canvas.put(glyph, at: Point(left + place * step + x, y), style: canvas.theme.good)
        }
        rest -= levels
      }
    }
    return HorizontalAxis(
      first: name(shown.startIndex), last: name(shown.endIndex - 1), columns: left..<plot.maxX)
  }

  private static var maxStep: Int { 5 }

  // MARK: - Lines

  /// Draws a line through the values. Several points may share a column of dots.
  func drawLine(
    in plot: Rect, _ yRange: ClosedRange<Double>, _ canvas: inout Canvas
  ) -> HorizontalAxis {
    let ends = LineEnds(of: self)
    if let comparison {
      var grid = DotGrid(plot.size, canvas.glyphs)
      // The comparison is dotted, so that the lines can be distinguished without colors.
      _ = draw(comparison.values, ends.xRange, yRange, every: 2 * grid.dotsPerCell.width, on: &grid)
      grid.draw(at: plot.origin, in: &canvas, style: canvas.theme.dim)
    }
    var grid = DotGrid(plot.size, canvas.glyphs)
    let marked = draw(values, ends.xRange, yRange, every: 1, on: &grid)
    grid.draw(at: plot.origin, in: &canvas)
    for cell in marked {
      canvas.put(
        canvas.glyphs.bullet, at: Point(plot.minX + cell.x, plot.minY + cell.y),
        style: canvas.theme.accent)
    }
    return HorizontalAxis(
      first: ends.first, last: ends.last, columns: plot.minX..<plot.maxX)
  }

  /// Draws a line through values.
  ///
  /// - Parameter step: The distance between drawn dots, in columns of dots.
  /// - Returns: The cells of marked values.
  private func draw(
    _ values: [Value], _ xRange: ClosedRange<Double>, _ yRange: ClosedRange<Double>,
    every step: Int, on grid: inout DotGrid
  ) -> [Point] {
    var last: Point?
    var marked: [Point] = []
    for value in values where value.x.isFinite && value.y.isFinite {
      let dot = Point(
        position(xRange.fraction(of: value.x), in: grid.size.width),
        position(1 - yRange.fraction(of: value.y), in: grid.size.height))
      grid.line(from: last ?? dot, to: dot, every: step)
      if value.isMarked || values.count == 1 { marked.append(grid.cell(of: dot)) }
      last = dot
    }
    return marked
  }

  private func position(_ fraction: Double, in count: Int) -> Int {
    Int((fraction * Double(count - 1)).rounded())
  }
}

/// The horizontal range of a line and its comparison, with the labels of both ends.
private struct LineEnds {
  let xRange: ClosedRange<Double>
  /// The label of the left end.
  let first: String
  /// The label of the right end.
  let last: String

  @MainActor
  init(of chart: Chart) {
    var places = Self.places(of: chart.values, chart.name)
    if let comparison = chart.comparison {
      places += Self.places(of: comparison.values, comparison.name)
    }
    // If values have the same position, the label of the chart itself takes precedence.
    let (first, last) = (places.min { $0.x < $1.x }, places.max { $0.x < $1.x })
    xRange = (first?.x ?? 0)...(last?.x ?? 0)
    self.first = first?.name() ?? ""
    self.last = last?.name() ?? ""
  }

  private static func places(
    of values: [Chart.Value], _ name: @escaping @MainActor (Int) -> String
  ) -> [(x: Double, name: @MainActor () -> String)] {
    let shown = values.indices.filter { values[$0].x.isFinite && values[$0].y.isFinite }
    guard let first = shown.first, let last = shown.last else { return [] }
    let (least, greatest) = (
      shown.min { values[$0].x < values[$1].x } ?? first,
      shown.max { values[$0].x < values[$1].x } ?? last
    )
    return [(values[least].x, { name(first) }), (values[greatest].x, { name(last) })]
  }
}

// MARK: - Labels

/// The labels around a chart's plot, if there is space: values on the left, names below.
struct ChartFrame {
  /// The rectangle of the plot.
  let plot: Rect
  private let least: String
  private let greatest: String

  @MainActor
  init(_ chart: Chart, _ range: ClosedRange<Double>, in size: Size) {
    let height = size.height > 2 ? size.height - 1 : size.height
    greatest = chart.value(range.upperBound)
    // A single row has space for one label, and a level line has only one value.
    let hasOne = height < 2 || range.lowerBound == range.upperBound
    least = hasOne ? "" : chart.value(range.lowerBound)
    let margin =
      max(chart.minLabelWidth, TextWidth.width(of: least), TextWidth.width(of: greatest)) + 1
    let left = margin <= size.width / 2 ? margin : 0
    plot = Rect(x: left, y: 0, width: size.width - left, height: height)
  }

  /// Draws the labels.
  ///
  /// - Parameters:
  ///   - first: The label of the left end of the plot.
  ///   - last: The label of its right end.
  ///   - columns: The columns of the plot that have values.
  func draw(
    from first: String, to last: String, over columns: Range<Int>, in canvas: inout Canvas
  ) {
    let dim = canvas.theme.dim
    if plot.minX > 0 {
      for y in 0..<plot.height {
        canvas.put(canvas.glyphs.box.vertical, at: Point(plot.minX - 1, y), style: dim)
      }
      let width = plot.minX - 1
      write(greatest, width, row: least.isEmpty ? (plot.height - 1) / 2 : 0, &canvas)
      write(least, width, row: plot.height - 1, &canvas)
    }
    guard canvas.size.height > plot.height else { return }
    let (from, to) = (TextWidth.width(of: first), TextWidth.width(of: last))
    if from + 1 + to <= columns.count, first != last {
      canvas.write(first, at: Point(columns.lowerBound, plot.maxY), style: dim)
    }
    if to <= plot.width {
      canvas.write(last, at: Point(plot.maxX - to, plot.maxY), style: dim)
    }
  }

  private func write(_ text: String, _ width: Int, row: Int, _ canvas: inout Canvas) {
    let x = width - TextWidth.width(of: text)
    canvas.write(text, at: Point(x, row), style: canvas.theme.dim)
  }
}
