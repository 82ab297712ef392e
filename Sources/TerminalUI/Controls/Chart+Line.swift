extension Chart {
  /// Draws a line through the values. Several points may share a column of dots.
  func drawLine(
    in plot: Rect, _ yRange: ClosedRange<Double>, _ canvas: inout Canvas
  ) -> HorizontalAxis {
    let ends = LineEnds(of: self)
    if let comparison {
      var grid = DotGrid(plot.size, canvas.glyphs)
      // Dotted, so that the two lines can be distinguished without colors.
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
    // Among values at the same position, the chart's own label comes first.
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
