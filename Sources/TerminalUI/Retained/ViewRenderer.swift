import ReducerRuntime

/// A view that is retained between frames. Its `body` is evaluated again only if a value that it has read, or the
/// view's own properties, have changed. Then only its own cells are redrawn.
///
/// Views that read a store should be retained views. Ordinary views inside a retained view are created each time it is
/// drawn, so keep frequently changing views small.
///
/// ```swift
/// struct CountView: RetainedView {
///   let store: StoreOf<Counter>
///   var body: some View { Text("COUNT \(store.count)").style(.accent) }
/// }
/// ```
///
/// Without a ``ViewRenderer``, a retained view behaves like any other view.
public protocol RetainedView: View, Equatable {}

extension RetainedView {
  @inlinable
  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    guard let node = environment.node else { return body.layout(in: proposal, environment) }
    return node.child(for: self, make: NodeContent.make).layout(in: proposal, environment)
  }

  @inlinable
  public func draw(in canvas: inout Canvas) {
    guard let node = canvas.environment.node else { return body.draw(in: &canvas) }
    node.child(for: self, make: NodeContent.make).draw(in: &canvas)
  }
}

// MARK: - Renderer

/// A renderer that evaluates and redraws only the retained views that have read a changed value.
///
/// ```swift
/// let renderer = ViewRenderer(AppView(store: store))
/// if renderer.isStale { renderer.draw(into: &frame) }
/// ```
@MainActor
public final class ViewRenderer {
  /// Whether a value shown on screen has changed since the last ``draw(into:)``.
  public private(set) var isStale = true
  /// The number of evaluated bodies of retained views.
  public internal(set) var evaluationCount = 0
  /// The number of drawn retained views.
  public internal(set) var drawCount = 0
  /// The number of complete redraws.
  public private(set) var fullRedrawCount = 0

  /// The number of the current frame, from 1.
  private(set) var frameNumber = 0

  private var root: ViewNode!
  private let environment: Environment
  /// The version of the frame that was drawn last.
  private var version = Frame.Version()
  private var stale: [ViewNode] = []
  private var open: [ViewNode] = []
  private var covers: [Cover] = []
  private var order = 0

  /// A rectangle that something was drawn over, with the sequence number of that drawing.
  private struct Cover {
    let rect: Rect
    let order: Int
  }

  /// Creates a renderer that draws `view` on the whole frame.
  @inlinable
  public convenience init<V: RetainedView>(_ view: V, _ environment: Environment = Environment()) {
    self.init(NodeContent.make(view), environment)
  }

  @usableFromInline
  init<V, Body>(_ content: (NodeContent<V, Body>, NodeFunctions), _ environment: Environment) {
    self.environment = environment
    root = ViewNode(content, in: self, parent: nil)
  }

  /// Updates `frame`.
  ///
  /// If this renderer didn't draw the frame's previous contents, everything is redrawn.
  ///
  /// - Complexity: The cost of the changed views and of the cells they cover.
  public func draw(into frame: inout Frame) {
    frameNumber += 1
    for index in stale.indices { stale[index].invalidateAncestorLayouts(in: frameNumber) }
    if frame.version != version || !refresh(&frame) { drawAll(&frame) }
    close()
    isStale = false
    version.increment()
    frame.version = version
  }

  private func refresh(_ frame: inout Frame) -> Bool {
    // Parents are refreshed first, since they redraw their children.
    if stale.count > 1 { stale.sort { $0.depth < $1.depth } }
    var isDrawn = true
    // Uses indices, because iterating over the array would retain it, and emptying it would then copy it.
    for index in stale.indices where isDrawn && stale[index].isStale {
      isDrawn = stale[index].refresh(&frame)
    }
    stale.removeAll(keepingCapacity: true)
    return isDrawn
  }

  private func drawAll(_ frame: inout Frame) {
    fullRedrawCount += 1
    stale.removeAll(keepingCapacity: true)
    covers.removeAll(keepingCapacity: true)
    environment.taps?.clear()
    frame.drawAll(environment.theme.text) { buffer in
      buffer.draw(in: buffer.bounds, clip: buffer.bounds, environment) { root.draw(in: &$0) }
    }
  }

  private func close() {
    for index in open.indices { open[index].close() }
    open.removeAll(keepingCapacity: true)
  }

  // MARK: Notifications from nodes

  func nodeDidBecomeStale(_ node: ViewNode) {
    isStale = true
    stale.append(node)
  }

  func nodeDidOpen(_ node: ViewNode) { open.append(node) }

  func nextOrder() -> Int {
    order += 1
    return order
  }

  /// Records that something was drawn over the nodes in `rect`.
  func cover(_ rect: Rect) {
    covers.removeAll { $0.rect == rect }
    covers.append(Cover(rect: rect, order: nextOrder()))
  }

  /// Returns whether something was drawn over `rect` after the node with the sequence number `order`.
  func isCovered(_ rect: Rect, since order: Int) -> Bool {
    covers.contains { $0.order > order && !$0.rect.intersection(rect).isEmpty }
  }
}
