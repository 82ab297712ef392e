/// A progress bar over the available width, one line high, with an optional label on the right.
public struct ProgressBar: PrimitiveView {
  let fraction: Double
  let label: String
  /// The width of the label and the space before it.
  private let labelWidth: Int

  /// Creates a progress bar.
  ///
  /// - Parameters:
  ///   - fraction: The progress from 0 to 1. Other values are clamped.
  ///   - label: The label, in dim text.
  public init(_ fraction: Double, label: String = "") {
    self.fraction = fraction.isFinite ? min(max(0, fraction), 1) : 0
    self.label = label
    labelWidth = label.isEmpty ? 0 : TextWidth.width(of: label) + 1
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(4 + labelWidth, 1), flexible: .horizontal)
  }

  public func isLaidOut(like other: ProgressBar) -> Bool { labelWidth == other.labelWidth }

  public func draw(in canvas: inout Canvas) {
    let steps = canvas.glyphs.bar
    let width = max(0, canvas.size.width - labelWidth)
    if labelWidth > 0 {
      canvas.write(label, at: Point(width + 1, 0), style: canvas.theme.dim)
    }
    let filled = Int((fraction * Double(width * steps.count)).rounded(.down))
    let (whole, part) = filled.quotientAndRemainder(dividingBy: steps.count)
    canvas.fill(Rect(x: 0, y: 0, width: whole, height: 1), with: steps[steps.count - 1])
    if part > 0 { canvas.put(steps[part - 1], at: Point(whole, 0)) }
    let first = part > 0 ? whole + 1 : whole
    canvas.fill(
      Rect(x: first, y: 0, width: width - first, height: 1), with: canvas.glyphs.barEmpty,
      style: canvas.theme.dim)
  }
}
