/// What one or more keys do now, for hints and help.
public struct Hint: Hashable, Sendable {
  /// Names of the keys: "↑/k".
  public var keys: String
  public var label: String
  /// The label where there is little room.
  public var shortLabel: String
  /// What settings call it: where the keys were changed, the changed ones are shown.
  public var name: String

  /// - Parameters:
  ///   - short: The label where there is little room; the same when not told.
  ///   - name: The label with hyphens when not told.
  public init(_ keys: String, _ label: String, short: String? = nil, name: String? = nil) {
    self.keys = keys
    self.label = label
    shortLabel = short ?? label
    self.name = name ?? Self.name(of: label)
  }

  /// A label as the settings write it: "take one back" is "take-one-back".
  static func name(of label: String) -> String {
    label.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}

/// One line of hints, the most important first.
///
/// Where not all of them fit, those at the end become short first: one key of several, and a shorter label. What still
/// does not fit is left out, but never the last one (help).
public struct HintBar: PrimitiveView {
  let hints: [Hint]
  let last: Hint?

  /// - Parameters:
  ///   - hints: In the order of their importance, which is that of their rows in the ``KeyMap``.
  ///   - last: Shown at the right end, short, even when nothing else fits.
  public init(_ hints: [Hint], last: Hint? = Hint("?", "help", name: "help")) {
    self.hints = hints
    self.last = last
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(
      Size(last.map { Words($0, isShort: true, environment).width } ?? 0, 1),
      flexible: .horizontal)
  }

  public func draw(in canvas: inout Canvas) {
    let last = last.map { Words($0, isShort: true, canvas.environment) }
    let room = canvas.size.width - (last.map { $0.width + Self.gap } ?? 0)
    var x = 0
    for words in words(in: room, canvas.environment) where x + words.width <= room {
      words.draw(at: x, &canvas)
      x += words.width + Self.gap
    }
    guard let last else { return }
    // In a wide terminal it stays near the others.
    let end = min(canvas.size.width, max(ReadableWidth.columns, x + last.width))
    last.draw(at: max(0, end - last.width), &canvas)
  }

  /// All hints, the last ones short where that brings the row to `room` columns.
  private func words(in room: Int, _ environment: Environment) -> [Words] {
    var words = hints.map { Words($0, environment) }
    var width = words.reduce(-Self.gap) { $0 + $1.width + Self.gap }
    for index in words.indices.reversed() where width > room {
      let short = Words(hints[index], isShort: true, environment)
      width -= words[index].width - short.width
      words[index] = short
    }
    return words
  }

  /// Columns between two hints.
  private static let gap = 2

  /// A hint as it is shown.
  private struct Words {
    let keys: String
    let label: String
    let name: String
    let width: Int

    init(_ hint: Hint, isShort: Bool = false, _ environment: Environment) {
      keys = isShort ? hint.firstKey(in: environment) : hint.keys(in: environment)
      label = isShort ? hint.shortLabel : hint.label
      name = hint.name
      width = TextWidth.width(of: keys) + 1 + TextWidth.width(of: label)
    }

    @MainActor
    func draw(at x: Int, _ canvas: inout Canvas) {
      let end = x + canvas.write(keys, at: Point(x, 0), style: canvas.theme.key)
      let width = canvas.write(label, at: Point(end + 1, 0), style: canvas.theme.dim)
      if !name.isEmpty {
        canvas.tappable(
          .row(name, times: 1), in: Rect(x: x, y: 0, width: end + 1 + width - x, height: 1))
      }
    }
  }
}
