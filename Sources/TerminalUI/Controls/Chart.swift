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

  enum Kind { case line, columns }

  let values: [Value]
  let kind: Kind
  let value: @MainActor (Double) -> String
  let name: @MainActor (Int) -> String
  let figureWidth: Int

  /// A line through values.
  ///
  /// - Parameters:
  ///   - values: From left to right.
  ///   - value: Says a value in as little room as there may be.
  ///   - name: Says what the value at an index stands for, as its day.
  public init(
    _ values: [Value], value: @escaping @MainActor (Double) -> String,
    name: @escaping @MainActor (Int) -> String
  ) {
    self.values = values
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
    guard canvas.environment.drawsPictures else { return canvas.write(words(range), row: 0) }
    let frame = ChartFrame(self, range, in: canvas.size)
    guard !frame.plot.isEmpty else { return }
    let shown =
      switch kind {
      case .line: drawLine(in: frame.plot, range, &canvas)
      case .columns: drawColumns(in: frame.plot, range, &canvas)
      }
    frame.draw(
      from: name(shown.values.lowerBound), to: name(shown.values.upperBound), over: shown.columns,
      in: &canvas)
  }

  /// What has been drawn.
  struct Shown {
    /// Which of the values.
    var values: ClosedRange<Int>
    /// The columns of the canvas that they take.
    var columns: Range<Int>
  }

  /// The least and the greatest value; nil without any.
  private var range: ClosedRange<Double>? {
    let heights = values.lazy.map(\.y).filter(\.isFinite)
    guard let least = heights.min(), let greatest = heights.max() else { return nil }
    return (kind == .columns ? 0 : least)...greatest
  }

  /// What the picture says, for who hears it.
  private func words(_ range: ClosedRange<Double>) -> String {
    "\(value(range.lowerBound)) to \(value(range.upperBound)), \(name(0)) to \(name(values.count - 1))"
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
