/// One or more keys with a label for their action, for hints and help.
public struct Hint: Hashable, Sendable {
  /// The names of the keys: "↑/k".
  public var keys: String
  public var label: String
  /// The label for narrow screens.
  public var shortLabel: String
  /// The row's name in settings. If a person has changed its keys, these are shown.
  public var name: String
  /// The two hints that this one joins, if any.
  private(set) var parts: [Hint] = []

  /// Creates a hint.
  ///
  /// - Parameters:
  ///   - short: The label for narrow screens; by default the same.
  ///   - name: The row's name in settings; by default the label with hyphens.
  public init(_ keys: String, _ label: String, short: String? = nil, name: String? = nil) {
    self.keys = keys
    self.label = label
    shortLabel = short ?? label
    self.name = name ?? Self.name(of: label)
  }

  /// Creates the joint hint of two rows: `↑/↓ move`. It shows the first key of each.
  init(joining first: Hint, _ second: Hint, _ label: String) {
    self.init("", label, name: "")
    parts = [first, second]
  }

  /// Returns the name in settings for a label: "page down" becomes "page-down".
  static func name(of label: String) -> String {
    label.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}

/// A line of hints, the most important first.
///
/// If they don't all fit, hints are shortened from the end on, to one key and the short label. Hints that still don't
/// fit are left out, except the one that is always shown and the last one (help).
public struct HintBar: PrimitiveView {
  let hints: [Hint]
  let always: String?
  let last: Hint?

  /// Creates a line of hints.
  ///
  /// - Parameters:
  ///   - hints: The hints in order of importance, which is the order of rows in the ``KeyMap``.
  ///   - always: The name of a hint for which others are left out.
  ///   - last: A hint at the right end that is always shown, in its short form.
  public init(
    _ hints: [Hint], always: String? = nil, last: Hint? = Hint("?", "help", name: "help")
  ) {
    self.hints = hints
    self.always = always
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
    let all = words(in: room, canvas.environment)
    var reserved = all.first { $0.name == always }.map { $0.width + Self.gap } ?? 0
    var x = 0
    for words in all {
      if words.name == always { reserved = 0 }
      guard x + words.width + reserved <= room else { continue }
      words.draw(at: x, &canvas)
      x += words.width + Self.gap
    }
    guard let last else { return }
    // In a wide terminal it is near the other hints instead of at the edge.
    let end = min(canvas.size.width, max(ReadableWidth.columns, x + last.width))
    last.draw(at: max(0, end - last.width), &canvas)
  }

  /// Returns all hints, shortened from the end on until they fit in `room` columns.
  private func words(in room: Int, _ environment: Environment) -> [Words] {
    // Where lines are typed, an action is chosen by its own label.
    let hints =
      environment.canDrawGraphics
      ? self.hints : self.hints.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
    var words = hints.map { Words($0, environment) }
    var width = words.reduce(-Self.gap) { $0 + $1.width + Self.gap }
    for index in words.indices.reversed() where width > room {
      let short = Words(hints[index], isShort: true, environment)
      width -= words[index].width - short.width
      words[index] = short
    }
    return words
  }

  /// The number of columns between two hints.
  private static let gap = 2

  /// The text of a hint.
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
