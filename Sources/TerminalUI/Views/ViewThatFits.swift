/// The first of several views that fits the available space, or else the last.
public struct ViewThatFits<Content: View>: PrimitiveView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var finder = Finder(room: proposal)
    var environment = environment
    content.visit(&finder, &environment)
    return finder.found
  }

  public func draw(in canvas: inout Canvas) {
    var finder = Finder(room: canvas.size)
    content.visit(&finder, &canvas.environment)
    var painter = Painter(chosen: finder.index)
    content.visit(&painter, &canvas)
  }

  private struct Finder: ViewVisitor {
    let room: Size
    var index = -1
    var found = Layout(.zero)
    var isDone = false

    mutating func visit<V: View>(_ view: V, _ environment: inout Environment) {
      guard !isDone else { return }
      index += 1
      found = view.layout(in: room, environment)
      isDone = found.size.fits(in: room)
    }
  }

  private struct Painter: ViewVisitor {
    let chosen: Int
    var index = 0

    mutating func visit<V: View>(_ view: V, _ canvas: inout Canvas) {
      if index == chosen { canvas.draw(view, in: canvas.bounds) }
      index += 1
    }
  }
}

/// A view whose content depends on the available size.
public struct SizeReader<Content: View>: PrimitiveView {
  let content: @MainActor (Size) -> Content

  public init(@ViewBuilder _ content: @escaping @MainActor (Size) -> Content) {
    self.content = content
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(content(proposal).layout(in: proposal, environment).size, flexible: .both)
  }

  public func draw(in canvas: inout Canvas) {
    canvas.draw(content(canvas.size), in: canvas.bounds)
  }
}
