/// The first of several views that fits the available space, or the last if none fits.
public struct ViewThatFits<Content: View>: PrimitiveView {
  let content: Content

  /// Creates a view.
  ///
  /// - Parameter content: The views, from the preferred one to the smallest one.
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

  /// Creates a view.
  ///
  /// - Parameter content: Returns the content for the available size.
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

// MARK: - Readable width

/// The maximum width of text and tables.
public enum ReadableWidth {
  /// The maximum line length in columns. Longer lines are hard to follow from a name to its values.
  public static let columns = 100
}

/// A view that is limited to a maximum width.
public struct ReadableView<Content: View>: PrimitiveView {
  let content: Content
  let columns: Int

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var layout = content.layout(in: limited(proposal), environment)
    if proposal.width > columns, layout.flexible.contains(.horizontal) {
      layout.flexible.remove(.horizontal)
      layout.size.width = columns
    }
    return layout
  }

  public func draw(in canvas: inout Canvas) {
    canvas.draw(content, in: Rect(limited(canvas.size)))
  }

  private func limited(_ size: Size) -> Size { Size(min(size.width, columns), size.height) }
}

extension View {
  /// Limits the width, by default to ``ReadableWidth/columns``, aligned to the left.
  ///
  /// - Parameter columns: The maximum width.
  public func readable(_ columns: Int = ReadableWidth.columns) -> ReadableView<Self> {
    ReadableView(content: self, columns: columns)
  }
}
