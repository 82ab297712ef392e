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

  // The columns between the two ends of the bar.
  public func columnsChanged(
    since old: ProgressBar, in size: Size, _ environment: Environment
  ) -> Range<Int> {
    guard label == old.label else { return 0..<size.width }
    let width = Double(max(0, size.width - labelWidth))
    return Int(
      min(fraction, old.fraction) * width)..<Int((max(fraction, old.fraction) * width).rounded(.up))
  }

  public func draw(in canvas: inout Canvas) {
    let steps = canvas.glyphs.bar
    let width = max(0, canvas.size.width - labelWidth)
    if labelWidth > 0 {
      canvas.write(label, at: Point(width + 1, 0), style: canvas.theme.dim)
    }
    let filled = Int((fraction * Double(width * steps.count)).rounded(.down))
    let first = canvas.drawBar(filled, steps)
    canvas.fill(
      Rect(x: first, y: 0, width: width - first, height: 1), with: canvas.glyphs.barEmpty,
      style: canvas.theme.dim)
  }
}

/// A thin bar whose length is a share of the maximum, with an optional dotted part up to a target.
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
  ///   - target: The share to reach, if any.
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
    let first = canvas.drawBar(filled, steps, style: style)
    guard let target, target > share else { return }
    let last = max(first + 1, Int((target * Double(canvas.size.width)).rounded(.up)))
    canvas.fill(
      Rect(x: first, y: 0, width: last - first, height: 1), with: canvas.glyphs.thinBarEmpty,
      style: style)
  }
}

extension Canvas {
  /// Draws a bar from the left end of the first row.
  ///
  /// - Parameters:
  ///   - length: The length in steps of a cell.
  ///   - steps: The cells from the least filled to a full one.
  /// - Returns: The column after the bar.
  fileprivate mutating func drawBar(
    _ length: Int, _ steps: [Unicode.Scalar], style: Style = .plain
  ) -> Int {
    let (whole, part) = length.quotientAndRemainder(dividingBy: steps.count)
    fill(Rect(x: 0, y: 0, width: whole, height: 1), with: steps[steps.count - 1], style: style)
    guard part > 0 else { return whole }
    put(steps[part - 1], at: Point(whole, 0), style: style)
    return whole + 1
  }
}

/// A row of small bars, one column per value. If there are too many values, it shows the last ones.
///
/// - Complexity: O(columns). Only the visible values of a lazy collection are computed.
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
