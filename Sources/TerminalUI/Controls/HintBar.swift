/// One or more keys with a label for their action, for hints and help.
public struct Hint: Hashable, Sendable {
  /// The names of the keys: "↑/k".
  public var keys: String
  /// A word or two for the action.
  public var label: String
  /// The label for narrow screens.
  public var shortLabel: String
  /// The name of the row in settings, by which the keys that a person has chosen are found.
  public var name: String
  /// The two hints that this one joins, if any.
  private(set) var parts: [Hint] = []

  /// Creates a hint.
  ///
  /// - Parameters:
  ///   - short: The label for narrow screens; by default the same as for wide ones.
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
/// If they don't all fit, hints are shortened to one key and the short label, starting with the last one. Hints that
/// still don't fit are omitted, except those that are always shown and the last one (help).
public struct HintBar: PrimitiveView {
  let hints: [Hint]
  let always: [String]
  let last: Hint?

  /// Creates a line of hints.
  ///
  /// - Parameters:
  ///   - hints: The hints in order of importance, which is the order of rows in the ``KeyMap``.
  ///   - always: The names of hints that stay when others are omitted.
  ///   - last: A hint at the right end that is always shown, in its short form.
  public init(
    _ hints: [Hint], always: [String] = [], last: Hint? = Hint("?", "help", name: "help")
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
    var reserved = all.reduce(0) { $0 + (always.contains($1.name) ? $1.width + Self.gap : 0) }
    var x = 0
    for words in all {
      if always.contains(words.name) { reserved -= words.width + Self.gap }
      guard x + words.width + reserved <= room else { continue }
      words.draw(at: x, &canvas)
      x += words.width + Self.gap
    }
    guard let last else { return }
    last.draw(at: max(0, canvas.size.width - last.width), &canvas)
  }

  /// Returns all hints, shortened from the last one on until they fit in `room` columns.
  private func words(in room: Int, _ environment: Environment) -> [Words] {
    // If commands are typed as lines, each action is entered by its own label, so joint hints are split.
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

// MARK: - Keys

/// The keys of a hint as text: the default ones, or those that a person has chosen.
///
/// ```swift
/// HStack(spacing: 1) {
///   Text("Press")
///   HintKeys(Hint("s", "start"))
///   Text("to start")
/// }
/// ```
public struct HintKeys: PrimitiveView {
  let hint: Hint

  /// Creates a view of the keys of `hint`.
  public init(_ hint: Hint) { self.hint = hint }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(TextWidth.width(of: hint.keys(in: environment)), 1))
  }

  public func draw(in canvas: inout Canvas) { canvas.write(hint.keys(in: canvas.environment)) }
}

/// A view whose text names keys: the default ones, or those that a person has chosen.
///
/// ```swift
/// KeyNameReader { key in
///   Paragraph("Deleted; \(key("u", "undo")) brings it back.")
/// }
/// ```
public struct KeyNameReader<Content: View>: PrimitiveView {
  let content: @MainActor (KeyNames) -> Content

  /// Creates a view.
  ///
  /// - Parameter content: Returns the content with the names of keys.
  public init(@ViewBuilder _ content: @escaping @MainActor (KeyNames) -> Content) {
    self.content = content
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    content(KeyNames(environment)).layout(in: proposal, environment)
  }

  public func draw(in canvas: inout Canvas) {
    content(KeyNames(canvas.environment)).draw(in: &canvas)
  }
}

/// A function that returns the names of keys, which a person may have changed.
public struct KeyNames: Sendable {
  private let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  /// Returns the names of the keys of a row.
  ///
  /// - Parameters:
  ///   - keys: The names of the default keys.
  ///   - row: The row's name in settings.
  public func callAsFunction(_ keys: String, _ row: String) -> String {
    Hint(keys, "", name: row).keys(in: environment)
  }
}

// MARK: - Help

/// A list of keys and their actions: the `?` overlay.
///
/// It has one column if that fits, otherwise two if they fit, otherwise one that scrolls.
public struct HelpView: PrimitiveView {
  let title: String
  let hints: [Hint]
  let selection: Int

  /// Creates a list of keys.
  ///
  /// - Parameter selection: The row to keep visible if the list scrolls, clamped to the bounds of the list.
  public init(_ title: String = "Keys", _ hints: [Hint], selection: Int = 0) {
    self.title = title
    self.hints = hints
    self.selection = selection
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    let whole = layouts(environment)
    return whole.layout(in: proposal, environment)
  }

  public func draw(in canvas: inout Canvas) { layouts(canvas.environment).draw(in: &canvas) }

  private func layouts(_ environment: Environment) -> some View {
    let half = (hints.count + 1) / 2
    let labelWidth = hints.reduce(0) { max($0, TextWidth.width(of: $1.label)) }
    return ViewThatFits {
      Sheet(title) { HelpColumn(hints[...], environment) }
      Sheet(title) {
        HStack(alignment: .leading, spacing: 3) {
          HelpColumn(hints[..<half], environment)
          HelpColumn(hints[half...], environment)
        }
      }
      Sheet(title) {
        List(hints, selection: selection) { hint in
          // If labels need the space, the column of keys is narrow, and long keys shift the labels of their rows.
          SizeReader { size in
            let own = TextWidth.width(of: hint.keys(in: environment))
            let room = size.width - 2 - labelWidth
            HelpRow(hint: hint, width: max(own, min(keyWidth(hints[...], environment), room)))
          }
        }
      }
    }
  }
}

private struct HelpColumn: View {
  let hints: ArraySlice<Hint>
  let width: Int

  init(_ hints: ArraySlice<Hint>, _ environment: Environment) {
    self.hints = hints
    width = keyWidth(hints, environment)
  }

  var body: some View {
    VStack {
      ForEach(hints) { HelpRow(hint: $0, width: width) }
    }
  }
}

private struct HelpRow: View {
  let hint: Hint
  let width: Int

  var body: some View {
    HStack(spacing: 2) {
      HintKeys(hint).style(.key).frame(width: width)
      Text(hint.label)
    }
  }
}

private func keyWidth(_ hints: ArraySlice<Hint>, _ environment: Environment) -> Int {
  hints.reduce(0) { max($0, TextWidth.width(of: $1.keys(in: environment))) }
}
