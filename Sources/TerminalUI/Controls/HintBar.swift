/// What one or more keys do now, for hints and help.
public struct Hint: Hashable, Sendable {
  /// Names of the keys: "↑/k".
  public var keys: String
  public var label: String
  /// What settings call it: where the keys were changed, the changed ones are shown.
  public var name: String

  /// - Parameter name: The label with hyphens when not told.
  public init(_ keys: String, _ label: String, name: String? = nil) {
    self.keys = keys
    self.label = label
    self.name = name ?? Self.name(of: label)
  }

  /// A label as the settings write it: "take one back" is "take-one-back".
  static func name(of label: String) -> String {
    label.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}

/// One line of hints; those that don't fit are left out, the last one (help) never.
public struct HintBar: PrimitiveView {
  let hints: [Hint]
  let last: Hint?

  /// - Parameter last: Shown at the right end even when nothing else fits.
  public init(_ hints: [Hint], last: Hint? = Hint("?", "help", name: "help")) {
    self.hints = hints
    self.last = last
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(last.map { Self.width($0, environment) } ?? 0, 1), flexible: .horizontal)
  }

  public func draw(in canvas: inout Canvas) {
    let lastWidth = last.map { Self.width($0, canvas.environment) } ?? 0
    let room = canvas.size.width - (lastWidth > 0 ? lastWidth + 2 : 0)
    var x = 0
    for hint in hints where x + Self.width(hint, canvas.environment) <= room {
      draw(hint, at: x, &canvas)
      x += Self.width(hint, canvas.environment) + 2
    }
    guard let last else { return }
    // In a wide terminal it stays near the others.
    let end = min(canvas.size.width, max(ReadableWidth.columns, x + lastWidth))
    draw(last, at: max(0, end - lastWidth), &canvas)
  }

  private func draw(_ hint: Hint, at x: Int, _ canvas: inout Canvas) {
    let end =
      x + canvas.write(hint.keys(in: canvas.environment), at: Point(x, 0), style: canvas.theme.key)
    let width = canvas.write(hint.label, at: Point(end + 1, 0), style: canvas.theme.dim)
    if !hint.name.isEmpty {
      canvas.tappable(
        .row(hint.name, times: 1), in: Rect(x: x, y: 0, width: end + 1 + width - x, height: 1))
    }
  }

  private static func width(_ hint: Hint, _ environment: Environment) -> Int {
    TextWidth.width(of: hint.keys(in: environment)) + 1 + TextWidth.width(of: hint.label)
  }
}
