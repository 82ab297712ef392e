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
  ///   - columns: The columns that are plotted.
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
