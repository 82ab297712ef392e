extension Chart {
  /// Draws a line from point to point; a column of dots that several points share shows them all.
  func drawLine(in plot: Rect, _ range: ClosedRange<Double>, _ canvas: inout Canvas) -> Shown {
    var grid = DotGrid(plot.size, canvas.glyphs)
    let places = values.lazy.map(\.x).filter(\.isFinite)
    let width = (places.min() ?? 0)...(places.max() ?? 0)
    var last: Point?
    var marked: [Point] = []
    for value in values where value.x.isFinite && value.y.isFinite {
      let dot = Point(
        position(width.fraction(of: value.x), in: grid.size.width),
        position(1 - range.fraction(of: value.y), in: grid.size.height))
      grid.line(from: last ?? dot, to: dot)
      if value.isMarked || values.count == 1 { marked.append(grid.cell(of: dot)) }
      last = dot
    }
    grid.draw(at: plot.origin, in: &canvas)
    for cell in marked {
      canvas.put(
        canvas.glyphs.bullet, at: Point(plot.minX + cell.x, plot.minY + cell.y),
        style: canvas.theme.accent)
    }
    return Shown(values: 0...values.count - 1, columns: plot.minX..<plot.maxX)
  }

  private func position(_ fraction: Double, in count: Int) -> Int {
    Int((fraction * Double(count - 1)).rounded())
  }
}
