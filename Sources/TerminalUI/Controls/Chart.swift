/// Values as a picture: a line through values, or columns, with the least and the greatest value beside it and what the
/// first and the last stand for below.
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
  /// A value, and where it lies from left to right.
  public struct Value: Hashable, Sendable {
    public var x: Double
    public var y: Double
    /// Whether it stands out: a best.
    public var isMarked: Bool

    public init(_ x: Double, _ y: Double, isMarked: Bool = false) {
      self.x = x
      self.y = y
      self.isMarked = isMarked
    }
  }

  /// Other values on the same axes, drawn as a dotted line behind the chart's own.
  public struct Comparison {
    let values: [Value]
    let title: String
    let name: @MainActor (Int) -> String

    /// - Parameters:
    ///   - values: From left to right.
    ///   - title: Says whose they are, where no pictures are drawn.
    ///   - name: Says what the value at an index stands for.
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
  let figureWidth: Int

  /// A line through values.
  ///
  /// - Parameters:
  ///   - values: From left to right.
  ///   - comparison: Other values, behind these.
  ///   - minSpan: The least that lies between the ends of the axis: what differs by less looks as alike as it is.
  ///   - value: Says a value in as little room as there may be.
  ///   - name: Says what the value at an index stands for, as its day.
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
    figureWidth = 0
    kind = .line
  }

  /// Columns from zero up, the last ones when there are too many for the room.
  ///
  /// - Parameters:
  ///   - columns: Anything below zero counts as zero.
  ///   - figureWidth: The least room for what stands on the left, so that charts side by side show as many columns.
  public init(
    columns: [Double], value: @escaping @MainActor (Double) -> String,
    name: @escaping @MainActor (Int) -> String, figureWidth: Int = 0
  ) {
    comparison = nil
    minSpan = 0
    values = columns.enumerated().map { Value(Double($0), max(0, $1)) }
    self.value = value
    self.name = name
    self.figureWidth = figureWidth
    kind = .columns
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    guard environment.drawsPictures else { return Layout(Size(proposal.width, 1)) }
    return Layout(Size(12, 3), flexible: .both)
  }

  public func draw(in canvas: inout Canvas) {
    guard let range else { return }
    guard canvas.environment.drawsPictures else { return canvas.write(words, row: 0) }
    let frame = ChartFrame(self, range, in: canvas.size)
    guard !frame.plot.isEmpty else { return }
    let shown =
      switch kind {
      case .line: drawLine(in: frame.plot, range, &canvas)
      case .columns: drawColumns(in: frame.plot, range, &canvas)
      }
    frame.draw(from: shown.first, to: shown.last, over: shown.columns, in: &canvas)
  }

  /// What has been drawn.
  struct Shown {
    /// The name of its left end.
    var first: String
    /// The name of its right end.
    var last: String
    /// The columns of the canvas that they take.
    var columns: Range<Int>
  }

  /// The least and the greatest value; nil without any.
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

  /// What the picture says, for who hears it.
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
  /// Where a value lies, 0 to 1; in the middle when all are the same.
  func fraction(of value: Double) -> Double {
    // Halves, so that even the greatest numbers have a difference.
    let span = upperBound / 2 - lowerBound / 2
    return span > 0 ? Swift.min(Swift.max(0, (value / 2 - lowerBound / 2) / span), 1) : 0.5
  }
}
