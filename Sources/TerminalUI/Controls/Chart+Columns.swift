extension Chart {
  /// Draws columns as wide as there is space for, aligned to the right end. Heights are in eighths of a cell, or in the
  /// steps that the glyphs have.
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
}
