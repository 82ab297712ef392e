/// A thin bar whose length is a share of the maximum, with an optional mark of the distance to a target.
///
/// ```text
/// ━━━━━━━━━━━━╸
/// ━━━━━━━━━━━┄┄   with a target
/// ```
public struct ShareBar: PrimitiveView {
  let share: Double
  let target: Double?
  let role: Theme.Role
  let words: String

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - share: The length from 0 to 1. Other values are clamped.
  ///   - target: The share to be reached, if any.
  ///   - role: The style of the bar.
  ///   - words: A text alternative for screens without graphics.
  public init(
    _ share: Double, target: Double? = nil, role: Theme.Role = .text, words: String
  ) {
    self.share = share.isFinite ? min(max(0, share), 1) : 0
    self.target = target.flatMap { $0.isFinite ? min(max(0, $0), 1) : nil }
    self.role = role
    self.words = words
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(
      Size(environment.canDrawGraphics ? 1 : TextWidth.width(of: words), 1), flexible: .horizontal)
  }

  public func draw(in canvas: inout Canvas) {
    guard canvas.environment.canDrawGraphics else { return canvas.write(words, row: 0) }
    let (steps, style) = (canvas.glyphs.thinBar, canvas.theme[role])
    // A value above zero is always visible.
    let filled = max(
      share > 0 ? 1 : 0,
      Int((share * Double(canvas.size.width * steps.count)).rounded()))
    let (whole, part) = filled.quotientAndRemainder(dividingBy: steps.count)
    canvas.fill(
      Rect(x: 0, y: 0, width: whole, height: 1), with: steps[steps.count - 1], style: style)
    if part > 0 { canvas.put(steps[part - 1], at: Point(whole, 0), style: style) }
    guard let target, target > share else { return }
    let first = part > 0 ? whole + 1 : whole
    let last = max(first + 1, Int((target * Double(canvas.size.width)).rounded(.up)))
    canvas.fill(
      Rect(x: first, y: 0, width: last - first, height: 1), with: canvas.glyphs.thinBarEmpty,
      style: style)
  }
}
