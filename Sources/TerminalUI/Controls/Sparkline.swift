/// A row of small bars, one column a value; the last values when there are too many.
///
/// - Complexity: O(columns); values that are made as they are asked for are made for what shows alone.
public struct Sparkline<Values: RandomAccessCollection<Double>>: PrimitiveView {
  let values: Values
  let words: String
  let fromLeast: Bool

  /// - Parameters:
  ///   - words: Says the same where no pictures are drawn.
  ///   - fromLeast: Whether the least value has the lowest bar. Otherwise zero would have it.
  public init(_ values: Values, words: String = "", fromLeast: Bool = false) {
    self.values = values
    self.words = words
    self.fromLeast = fromLeast
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    let width = environment.drawsPictures ? values.count : TextWidth.width(of: words)
    return Layout(Size(min(width, proposal.width), 1))
  }

  public func draw(in canvas: inout Canvas) {
    guard canvas.environment.drawsPictures else { return canvas.write(words, row: 0) }
    let steps = canvas.glyphs.spark
    let shown = values.suffix(canvas.size.width)
    guard let top = shown.max(), let least = shown.min(), top > 0 else { return }
    let bottom = fromLeast && least < top ? min(least, top) : 0
    for (x, value) in shown.enumerated() {
      let share = max(0, value - bottom) / (top - bottom)
      let level = Int((share * Double(steps.count - 1)).rounded())
      canvas.put(steps[min(level, steps.count - 1)], at: Point(x, 0))
    }
  }
}
