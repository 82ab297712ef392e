/// A row of small bars, with one column for each value, which shows the last values if there are too many.
///
/// - Complexity: O(columns). Lazy collections compute only visible values.
public struct Sparkline<Values: RandomAccessCollection<Double>>: PrimitiveView {
  let values: Values
  let words: String
  let isScaledFromMinimum: Bool

  /// Creates a sparkline.
  ///
  /// - Parameters:
  ///   - words: A text alternative for screens without graphics.
  ///   - isScaledFromMinimum: Whether the scale starts at the smallest value instead of zero.
  public init(_ values: Values, words: String = "", isScaledFromMinimum: Bool = false) {
    self.values = values
    self.words = words
    self.isScaledFromMinimum = isScaledFromMinimum
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    let width = environment.canDrawGraphics ? values.count : TextWidth.width(of: words)
    return Layout(Size(min(width, proposal.width), 1))
  }

  public func draw(in canvas: inout Canvas) {
    guard canvas.environment.canDrawGraphics else { return canvas.write(words, row: 0) }
    let steps = canvas.glyphs.spark
    let shown = values.suffix(canvas.size.width)
    guard let top = shown.max(), let least = shown.min(), top > 0 else { return }
    let bottom = isScaledFromMinimum && least < top ? min(least, top) : 0
    for (x, value) in shown.enumerated() {
      let share = max(0, value - bottom) / (top - bottom)
      let level = Int((share * Double(steps.count - 1)).rounded())
      canvas.put(steps[min(level, steps.count - 1)], at: Point(x, 0))
    }
  }
}
