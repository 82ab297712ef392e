import ReducerRuntime

/// A ``RetainedView`` on the screen: where it is, what was below it, and what its layout was, as long as its view is
/// drawn by the part around it.
@MainActor
@usableFromInline
final class Part {
  // Unchecked, as they are asked for several times a frame: a part is in the tree that its drawing holds, below its
  // parent. One that was taken out asks neither any more, and is let go at the end of the frame.
  private unowned(unsafe) let drawing: Drawing
  private unowned(unsafe) let parent: Part?
  private let kind: ObjectIdentifier
  /// A ``PartContent`` of the view's type, and what it does.
  private let content: AnyObject
  private let functions: PartFunctions
  /// How many parts are around it.
  let depth: Int

  private(set) var children: [Part] = []
  /// The evaluation of the part around it in which its view was met last.
  private var claim = 0
  /// How often the body has been evaluated.
  private var evaluation = 0
  private var isRemoved = false

  /// Whether something the body read has changed.
  private(set) var isStale = true
  /// Whether reads are being collected for this frame.
  private var isOpen = false
  private var work: ObservedOperation!

  private var layouts = KnownLayouts()
  /// The frame for which a body inside is to be evaluated again, so that what is known of layouts may be wrong.
  private var outdatedFrame = 0
  /// Where it was drawn last, in the buffer's coordinates; `nil` when it was only measured.
  private var place: Place?
  /// Whether the same is drawn in another place as well.
  private var isRepeated = false
  /// What is in force around it.
  private var environment = Environment()

  /// What is known of the last time it was drawn.
  private struct Place {
    var frame: Rect
    var clip: Rect
    var backdrop: Backdrop
    var taps: Range<Int>
    /// Grows with each part that is drawn.
    var order: Int
  }

  init<V: RetainedView>(
    _ content: (PartContent<V>, PartFunctions), in drawing: Drawing, parent: Part?
  ) {
    self.drawing = drawing
    self.parent = parent
    kind = ObjectIdentifier(V.self)
    (self.content, functions) = content
    depth = parent.map { $0.depth + 1 } ?? 0
    work = ObservedOperation { [unowned self] in readsChanged() }
  }

  // MARK: Keeping

  /// The part of `view`: of several of its kind the one that shows the same, or else the first that shows nothing else in
  /// this evaluation.
  ///
  /// - Parameter make: Makes the content of a new part; it is compiled where the view's type is known.
  /// - Complexity: O(children).
  @usableFromInline
  func child<V: RetainedView>(for view: V, make: (V) -> (PartContent<V>, PartFunctions)) -> Part {
    let kind = ObjectIdentifier(V.self)
    var free: Part?
    for child in children where child.kind == kind {
      if unsafeDowncast(child.content, to: PartContent<V>.self).view == view {
        child.claim = evaluation
        return child
      }
      if free == nil, child.claim != evaluation { free = child }
    }
    let part = free ?? Part(make(view), in: drawing, parent: self)
    if free == nil {
      children.append(part)
    } else {
      unsafeDowncast(part.content, to: PartContent<V>.self).view = view
      part.isStale = true
    }
    part.claim = evaluation
    return part
  }

  /// Has the parts around this one measure again what is inside them when they are asked for their layout in this frame.
  ///
  /// - Complexity: O(depth).
  func outdateLayoutsAround(in frame: Int) {
    var part = parent
    while let around = part, around.outdatedFrame != frame {
      around.outdatedFrame = frame
      part = around.parent
    }
  }

  private func readsChanged() {
    guard !isStale, !isRemoved else { return }
    isStale = true
    drawing.changed(self)
  }

  /// Before anything of the view is asked in this frame.
  ///
  /// - Returns: What its body has become, as against the one before.
  @discardableResult
  private func open() -> BodyChange {
    var change = BodyChange.none
    if isStale {
      isStale = false
      work.begin()
      let size = place?.frame.size ?? .zero
      change = work.step { functions.evaluate(size, environment) }
      drawing.evaluated += 1
    } else if !isOpen {
      work.resume()
    }
    switch change {
    case .none: break
    case .cells: evaluation += 1
    case .layout:
      evaluation += 1
      layouts = KnownLayouts()
    }
    if !isOpen {
      isOpen = true
      drawing.opened(self)
    }
    return change
  }

  /// After the frame: what was read is observed, and parts whose views are gone go, too.
  func close() {
    isOpen = false
    guard !isRemoved else { return }
    work.end()
    children.removeAll { child in
      guard child.claim != evaluation else { return false }
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
    if outdatedFrame == drawing.frameNumber {
      outdatedFrame = 0
      layouts = KnownLayouts()
    } else if !isStale, let known = layouts[proposal] {
      return known
    }
    open()
    self.environment = environment
    self.environment.part = nil
    return measure(in: proposal)
  }

  private func measure(in proposal: Size) -> Layout {
    let inner = innerEnvironment
    let layout = work.step { functions.layout(proposal, inner) }
    layouts.add(layout, for: proposal)
    return layout
  }

  private var innerEnvironment: Environment {
    var inner = environment
    inner.part = self
    return inner
  }

  // MARK: Drawing

  /// Draws the view as a part of what is around it.
  @usableFromInline
  func draw(in canvas: inout Canvas) {
    let clip = canvas.visible(canvas.bounds)
    let backdrop = canvas.buffer.backdrop(of: clip)
    let outer = canvas.environment.part
    environment = canvas.environment
    environment.part = nil
    canvas.environment.part = self
    isRepeated = place != nil
    let start = canvas.environment.taps?.count ?? 0
    place = Place(
      frame: canvas.frame, clip: clip, backdrop: backdrop, taps: start..<start,
      order: drawing.nextOrder())
    drawOpen(in: &canvas)
    place?.taps = start..<(canvas.environment.taps?.count ?? 0)
    canvas.environment.part = outer
  }

  private func drawOpen(in canvas: inout Canvas) {
    open()
    drawing.drawn += 1
    for child in children { child.hide() }
    work.step { functions.draw(&canvas) }
  }

  /// What was drawn is drawn over.
  private func hide() {
    place = nil
    isRepeated = false
    for child in children { child.hide() }
  }

  /// Notes that something is drawn over what this has drawn so far.
  func cover(_ rect: Rect) {
    if !children.isEmpty { drawing.cover(rect) }
  }

  /// Brings the cells of a part up to date of which something has changed; where its size has, those of the part around
  /// it.
  ///
  /// - Returns: False where that cannot be done without drawing everything.
  func refresh(_ frame: inout Frame) -> Bool {
    guard !isRemoved else { return true }
    let before = layouts
    switch open() {
    case .none: return true
    case .cells(let columns): return redraw(&frame, columns)
    case .layout: return refresh(&frame, layouts: before)
    }
  }

  /// Lays out again what is inside, where the size of some of it has changed.
  private func refreshInside(_ frame: inout Frame) -> Bool {
    let before = layouts
    layouts = KnownLayouts()
    open()
    return refresh(&frame, layouts: before)
  }

  /// - Parameter before: What it answered when it was asked for its layout.
  private func refresh(_ frame: inout Frame, layouts before: KnownLayouts) -> Bool {
    let isSame = before.allSatisfy { proposal, layout in measure(in: proposal) == layout }
    return isSame ? redraw(&frame) : parent?.refreshInside(&frame) ?? false
  }

  /// - Parameter columns: Those that have changed, where not all may have.
  private func redraw(_ frame: inout Frame, _ columns: Range<Int>? = nil) -> Bool {
    if isRepeated { return parent?.refreshInside(&frame) ?? false }
    guard let place, !place.clip.isEmpty else { return true }
    guard !drawing.isCovered(place.clip, since: place.order) else { return false }
    self.place?.order = drawing.nextOrder()
    let changed = columns.map { place.clip.intersection(place.frame.columns($0)) } ?? place.clip
    if !changed.isEmpty { frame.damage.mark(changed) }
    let inner = innerEnvironment
    let taps = inner.taps
    taps?.replace(place.taps)
    frame.buffer.restore(place.backdrop, of: place.clip, in: changed)
    frame.buffer.draw(in: place.frame, clip: changed, inner) { drawOpen(in: &$0) }
    return taps?.endReplacing() ?? true
  }
}
