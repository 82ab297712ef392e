/// A value as a thin bar, as long as its share of the greatest, and behind it the distance to another value.
///
/// ```text
/// ━━━━━━━━━━━━╸
/// ━━━━━━━━━━━┄┄   one that has the other to reach
/// ```
public struct ShareBar: PrimitiveView {
  let share: Double
  let target: Double?
  let role: Theme.Role
  let words: String

  /// - Parameters:
  ///   - share: 0…1; anything else is brought there.
  ///   - target: The share that is to be reached, if one is marked.
  ///   - role: The look of the bar.
  ///   - words: Says the same where no pictures are drawn.
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
      Size(environment.drawsPictures ? 1 : TextWidth.width(of: words), 1), flexible: .horizontal)
  }

  public func draw(in canvas: inout Canvas) {
    guard canvas.environment.drawsPictures else { return canvas.write(words, row: 0) }
    let (steps, style) = (canvas.glyphs.thinBar, canvas.theme[role])
    // What is more than nothing shows.
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
