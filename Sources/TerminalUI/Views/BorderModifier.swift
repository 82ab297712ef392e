import ReducerRuntime

/// A view in a box, with a title in the upper edge.
public struct BorderedView<Content: View>: PrimitiveView {
  let content: Content
  let title: Text?
  let role: Theme.Role

  private static var insets: Insets { Insets(horizontal: 1, vertical: 1) }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var layout = content.layout(in: Rect(proposal).inset(by: Self.insets).size, environment)
    // A blank and a piece of the line on either side of the title.
    let titleWidth = title.map { TextWidth.width(of: $0.content) + 4 } ?? 0
    layout.size = Size(max(layout.size.width, titleWidth) + 2, layout.size.height + 2)
    return layout
  }

  public func draw(in canvas: inout Canvas) {
    canvas.drawBox(role)
    if let title, canvas.size.width > 6 {
      let width = min(TextWidth.width(of: title.content), canvas.size.width - 6)
      canvas.fill(Rect(x: 2, y: 0, width: width + 2, height: 1))
      canvas.draw(title.style(.title), in: Rect(x: 3, y: 0, width: width, height: 1))
    }
    canvas.draw(content, in: canvas.bounds.inset(by: Self.insets))
  }
}

extension Canvas {
  /// Draws a box along the canvas's edges.
  mutating func drawBox(_ role: Theme.Role) {
    let style = theme[role]
    let box = glyphs.box
    let right = size.width - 1
    let bottom = size.height - 1
    guard right > 0, bottom > 0 else { return }
    fill(Rect(x: 1, y: 0, width: right - 1, height: 1), with: box.horizontal, style: style)
    fill(Rect(x: 1, y: bottom, width: right - 1, height: 1), with: box.horizontal, style: style)
    fill(Rect(x: 0, y: 1, width: 1, height: bottom - 1), with: box.vertical, style: style)
    fill(Rect(x: right, y: 1, width: 1, height: bottom - 1), with: box.vertical, style: style)
    put(box.topLeft, at: Point(0, 0), style: style)
    put(box.topRight, at: Point(right, 0), style: style)
    put(box.bottomLeft, at: Point(0, bottom), style: style)
    put(box.bottomRight, at: Point(right, bottom), style: style)
  }
}

extension View {
  /// Draws a box around this view.
  public func border(_ title: String? = nil, _ role: Theme.Role = .border) -> BorderedView<Self> {
    BorderedView(content: self, title: title.map { Text($0) }, role: role)
  }

  /// Draws a box around this view, with the text of an alert or a dialog in its upper edge.
  public func border(_ title: TextState, _ role: Theme.Role = .border) -> BorderedView<Self> {
    BorderedView(content: self, title: Text(title), role: role)
  }
}
