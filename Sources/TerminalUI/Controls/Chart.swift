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
    public var x: Double
    public var y: Double
    /// Whether the value is highlighted, such as a personal best.
    public var isMarked: Bool

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
  ///   - minLabelWidth: The minimum width of the labels on the left, so that several charts show equally many columns.
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

  /// The horizontal axis of what has been drawn.
  struct HorizontalAxis {
    /// The label of the left end.
    var first: String
    /// The label of the right end.
    var last: String
    /// The columns of the canvas that the values take.
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
    // Halves, so that the difference of the largest numbers doesn't overflow.
    let span = upperBound / 2 - lowerBound / 2
    return span > 0 ? Swift.min(Swift.max(0, (value / 2 - lowerBound / 2) / span), 1) : 0.5
  }
}
