/// A list of keys and their actions: the `?` overlay.
///
/// It has one column if it fits, else two, else one that scrolls.
public struct HelpView: PrimitiveView {
  let title: String
  let hints: [Hint]
  let selection: Int

  /// Creates a list of keys.
  ///
  /// - Parameter selection: The row to keep visible if the list scrolls, clamped to its bounds.
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
          // If labels need the space, the column of keys is narrow, and long keys shift the label of their row.
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
