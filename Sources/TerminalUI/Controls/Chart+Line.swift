extension Chart {
  /// Draws a line from point to point; a column of dots that several points share shows them all.
  func drawLine(in plot: Rect, _ range: ClosedRange<Double>, _ canvas: inout Canvas) -> Shown {
    let ends = LineEnds(of: self)
    if let comparison {
      var grid = DotGrid(plot.size, canvas.glyphs)
      // Dots apart, so that the two can be told from each other without colours.
      _ = draw(comparison.values, ends.range, range, every: 2 * grid.perCell.width, on: &grid)
      grid.draw(at: plot.origin, in: &canvas, style: canvas.theme.dim)
    }
    var grid = DotGrid(plot.size, canvas.glyphs)
    let marked = draw(values, ends.range, range, every: 1, on: &grid)
    grid.draw(at: plot.origin, in: &canvas)
    for cell in marked {
      canvas.put(
        canvas.glyphs.bullet, at: Point(plot.minX + cell.x, plot.minY + cell.y),
        style: canvas.theme.accent)
    }
    return Shown(first: ends.first, last: ends.last, columns: plot.minX..<plot.maxX)
  }

  /// - Parameter step: Columns of dots from one that is drawn to the next.
  /// - Returns: The cells of values that stand out.
  private func draw(
    _ values: [Value], _ width: ClosedRange<Double>, _ height: ClosedRange<Double>, every step: Int,
    on grid: inout DotGrid
  ) -> [Point] {
    var last: Point?
    var marked: [Point] = []
    for value in values where value.x.isFinite && value.y.isFinite {
      let dot = Point(
        position(width.fraction(of: value.x), in: grid.size.width),
        position(1 - height.fraction(of: value.y), in: grid.size.height))
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

/// Where a line, and another behind it, begins and ends.
private struct LineEnds {
  let range: ClosedRange<Double>
  /// The names of these places.
  let first: String
  let last: String

  @MainActor
  init(of chart: Chart) {
    var places = Self.places(of: chart.values, chart.name)
    if let comparison = chart.comparison {
      places += Self.places(of: comparison.values, comparison.name)
    }
    // Of values at one place the chart's own come first, or are the last ones of all.
    let (first, last) = (places.min { $0.x < $1.x }, places.max { $0.x < $1.x })
    range = (first?.x ?? 0)...(last?.x ?? 0)
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
