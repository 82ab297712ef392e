import ReducerRuntime

/// A node of the retained view tree: a ``RetainedView`` on the screen with its placement, its backdrop and its cached
/// layouts.
@MainActor
@usableFromInline
final class ViewNode {
  // Unchecked references, because they are used many times per frame. The renderer owns the tree, and a parent owns its
  // children, so both outlive a node in the tree. A removed node uses neither and is released at the end of the frame.
  private unowned(unsafe) let renderer: ViewRenderer
  private unowned(unsafe) let parent: ViewNode?
  private let kind: ObjectIdentifier
  /// A ``NodeContent`` of the view's type, and its functions.
  private let content: AnyObject
  private let functions: NodeFunctions
  /// The number of ancestors.
  let depth: Int

  private(set) var children: [ViewNode] = []
  /// The number of the last evaluation of the parent's body that contained this view.
  private var lastUse = 0
  /// The number of evaluations of the body.
  private var evaluation = 0
  private var isRemoved = false

  /// Whether a value that the body has read has changed.
  private(set) var isStale = true
  /// Whether reads are being recorded for this frame.
  private var isOpen = false
  private var operation: ObservedOperation!

  private var layouts = LayoutCache()
  /// The last frame in which a descendant's body was stale, so that the cached layouts may be wrong.
  private var invalidatedFrame = 0
  /// The placement in the last frame; `nil` if the view was only measured.
  private var placement: Placement?
  /// The cells below the view in the last frame. They are not in the placement, whose copies would retain them.
  private var backdrop = Backdrop()
  /// Whether the view is drawn in more than one place.
  private var isRepeated = false
  /// The environment of the parent.
  private var environment = Environment()

  /// The rectangle in the buffer's coordinates and the tap targets of a drawn view.
  private struct Placement {
    var frame: Rect
    var clip: Rect
    var taps: Range<Int>
    /// A sequence number that increases with each node that is drawn.
    var order: Int
  }

  init<V, Body>(
    _ content: (NodeContent<V, Body>, NodeFunctions), in renderer: ViewRenderer, parent: ViewNode?
  ) {
    self.renderer = renderer
    self.parent = parent
    kind = ObjectIdentifier(V.self)
    (self.content, functions) = content
    depth = parent.map { $0.depth + 1 } ?? 0
    operation = ObservedOperation { [unowned self] in readsChanged() }
  }

  // MARK: Identity

  /// Returns the child node for `view`: a node with an equal view, otherwise the first unused node of the view's type,
  /// otherwise a new one.
  ///
  /// - Parameter make: Creates the content of a new node. It is compiled where the view's type is known.
  /// - Complexity: O(children).
  @usableFromInline
  func child<V, Body>(for view: V, make: (V) -> (NodeContent<V, Body>, NodeFunctions)) -> ViewNode {
    let kind = ObjectIdentifier(V.self)
    var free: ViewNode?
    for child in children where child.kind == kind {
      if unsafeDowncast(child.content, to: NodeContent<V, Body>.self).view == view {
        child.lastUse = evaluation
        return child
      }
      if free == nil, child.lastUse != evaluation { free = child }
    }
    let node = free ?? ViewNode(make(view), in: renderer, parent: self)
    if free == nil {
      children.append(node)
    } else {
      unsafeDowncast(node.content, to: NodeContent<V, Body>.self).view = view
      node.isStale = true
    }
    node.lastUse = evaluation
    return node
  }

  /// Invalidates the cached layouts of all ancestors for this frame.
  ///
  /// - Complexity: O(depth).
  func invalidateAncestorLayouts(in frame: Int) {
    var node = parent
    while let ancestor = node, ancestor.invalidatedFrame != frame {
      ancestor.invalidatedFrame = frame
      node = ancestor.parent
    }
  }

  private func readsChanged() {
    guard !isStale, !isRemoved else { return }
    isStale = true
    renderer.nodeDidBecomeStale(self)
  }

  /// Evaluates the body if it is stale and begins to record reads, before the view is measured or drawn.
  ///
  /// - Returns: The difference from the previous body.
  @discardableResult
  private func open() -> BodyChange {
    var change = BodyChange.none
    if isStale {
      isStale = false
      operation.begin()
      let size = placement?.frame.size ?? .zero
      change = operation.step { functions.evaluate(size, environment) }
      renderer.evaluationCount += 1
    } else if !isOpen {
      operation.resume()
    }
    switch change {
    case .none: break
    case .cells: evaluation += 1
    case .layout:
      evaluation += 1
      layouts = LayoutCache()
    }
    if !isOpen {
      isOpen = true
      renderer.nodeDidOpen(self)
    }
    return change
  }

  /// Ends the frame: observes the recorded reads and removes children that are no longer part of the body.
  func close() {
    isOpen = false
    guard !isRemoved else { return }
    operation.end()
    children.removeAll { child in
      guard child.lastUse != evaluation else { return false }
      child.remove()
      return true
    }
  }

  private func remove() {
    isRemoved = true
    for child in children { child.remove() }
    children = []
  }

  // MARK: Measuring

  @usableFromInline
  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    if invalidatedFrame == renderer.frameNumber {
      invalidatedFrame = 0
      layouts = LayoutCache()
    } else if !isStale, let known = layouts[proposal] {
      return known
    }
    open()
    self.environment = environment
    self.environment.node = nil
    return measure(in: proposal)
  }

  private func measure(in proposal: Size) -> Layout {
    let inner = innerEnvironment
    let layout = operation.step { functions.layout(proposal, inner) }
    layouts.add(layout, for: proposal)
    return layout
  }

  private var innerEnvironment: Environment {
    var inner = environment
    inner.node = self
    return inner
  }

  // MARK: Drawing

  /// Draws the view while its parent is drawn.
  @usableFromInline
  func draw(in canvas: inout Canvas) {
    let clip = canvas.visible(canvas.bounds)
    backdrop = canvas.buffer.backdrop(of: clip)
    let outer = canvas.environment.node
    environment = canvas.environment
    environment.node = nil
    canvas.environment.node = self
    isRepeated = placement != nil
    let start = canvas.environment.taps?.count ?? 0
    placement = Placement(
      frame: canvas.frame, clip: clip, taps: start..<start, order: renderer.nextOrder())
    drawOpen(in: &canvas)
    placement?.taps = start..<(canvas.environment.taps?.count ?? 0)
    canvas.environment.node = outer
  }

  private func drawOpen(in canvas: inout Canvas) {
    open()
    renderer.drawCount += 1
    for child in children { child.hide() }
    operation.step { functions.draw(&canvas) }
  }

  /// Clears the placement, because the parent is redrawn.
  private func hide() {
    placement = nil
    isRepeated = false
    for child in children { child.hide() }
  }

  /// Records that something is drawn over the children drawn so far.
  func cover(_ rect: Rect) {
    if !children.isEmpty { renderer.cover(rect) }
  }

  /// Redraws this node if its body has changed, or its parent if the size of this node has changed.
  ///
  /// - Returns: False if the whole frame has to be redrawn.
  func refresh(_ frame: inout Frame) -> Bool {
    guard !isRemoved else { return true }
    let before = layouts
    switch open() {
    case .none: return true
    case .cells(let columns): return redraw(&frame, columns)
    case .layout: return refresh(&frame, layouts: before)
    }
  }

  /// Updates the layout after the size of a child has changed, and redraws.
  private func refreshInside(_ frame: inout Frame) -> Bool {
    let before = layouts
    layouts = LayoutCache()
    open()
    return refresh(&frame, layouts: before)
  }

  /// - Parameter before: The cached layouts before the change.
  private func refresh(_ frame: inout Frame, layouts before: LayoutCache) -> Bool {
    let isSame = before.allSatisfy { proposal, layout in measure(in: proposal) == layout }
    return isSame ? redraw(&frame) : parent?.refreshInside(&frame) ?? false
  }

  /// - Parameter columns: The changed columns; `nil` for all of them.
  private func redraw(_ frame: inout Frame, _ columns: Range<Int>? = nil) -> Bool {
    if isRepeated { return parent?.refreshInside(&frame) ?? false }
    guard let placement, !placement.clip.isEmpty else { return true }
    guard !renderer.isCovered(placement.clip, since: placement.order) else { return false }
    self.placement?.order = renderer.nextOrder()
    let changed =
      columns.map { placement.clip.intersection(placement.frame.columns($0)) } ?? placement.clip
    if !changed.isEmpty { frame.markDamage(changed) }
    let inner = innerEnvironment
    let taps = inner.taps
    taps?.replace(placement.taps)
    frame.buffer.restore(backdrop, of: placement.clip, in: changed)
    frame.buffer.draw(in: placement.frame, clip: changed, inner) { drawOpen(in: &$0) }
    return taps?.endReplacing() ?? true
  }
}
