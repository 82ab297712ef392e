import ReducerRuntime

/// A ``RetainedView`` on the screen: where it is, what was below it, and what its layout was, as long as its view is
/// drawn by the part around it.
@MainActor
class Part {
  private unowned let drawing: Drawing
  private weak var parent: Part?
  let kind: ObjectIdentifier
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
  private lazy var work = ObservedWork { [unowned self] in readsChanged() }

  private var layouts = KnownLayouts()
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

  init(in drawing: Drawing, parent: Part?, kind: ObjectIdentifier) {
    self.drawing = drawing
    self.parent = parent
    self.kind = kind
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  // MARK: What the view says

  /// Makes the body anew.
  ///
  /// - Returns: Whether it may be another one.
  func evaluate() -> Bool { fatalError("a part has a view") }

  func bodyLayout(in proposal: Size, _ environment: Environment) -> Layout {
    fatalError("a part has a view")
  }

  func drawBody(in canvas: inout Canvas) { fatalError("a part has a view") }

  // MARK: Keeping

  /// The part of `view`: of several of its kind the one that shows the same, or else the first that shows nothing else in
  /// this evaluation.
  ///
  /// - Complexity: O(children).
  func child<V: RetainedView>(for view: V) -> PartOf<V> {
    let kind = ObjectIdentifier(V.self)
    var free: PartOf<V>?
    for child in children where child.kind == kind {
      let part = unsafeDowncast(child, to: PartOf<V>.self)
      if part.view == view {
        part.claim = evaluation
        return part
      }
      if free == nil, part.claim != evaluation { free = part }
    }
    let part = free ?? PartOf(view, in: drawing, parent: self)
    if free == nil { children.append(part) } else { part.show(view) }
    part.claim = evaluation
    return part
  }

  func becomeStale() { isStale = true }

  private func readsChanged() {
    guard !isStale, !isRemoved else { return }
    isStale = true
    drawing.changed(self)
  }

  /// Before anything of the view is asked in this frame.
  ///
  /// - Returns: Whether its body may be another one than before.
  @discardableResult
  private func open() -> Bool {
    var isOther = false
    if isStale {
      isStale = false
      work.begin()
      isOther = work.step { evaluate() }
      drawing.evaluated += 1
    } else if !isOpen {
      work.resume()
    }
    if isOther {
      evaluation += 1
      layouts = KnownLayouts()
    }
    if !isOpen {
      isOpen = true
      drawing.opened(self)
    }
    return isOther
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

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    if !isStale, let known = layouts[proposal] { return known }
    open()
    self.environment = environment
    self.environment.part = nil
    return measure(in: proposal)
  }

  private func measure(in proposal: Size) -> Layout {
    let inner = innerEnvironment
    let layout = work.step { bodyLayout(in: proposal, inner) }
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
    for child in children { child.hide() }
    work.step { drawBody(in: &canvas) }
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
    guard open() else { return true }
    return refresh(&frame, layouts: before)
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
    guard isSame, !isRepeated else { return parent?.refreshInside(&frame) ?? false }
    guard let place else { return true }
    return redraw(place, &frame)
  }

  private func redraw(_ place: Place, _ frame: inout Frame) -> Bool {
    guard !place.clip.isEmpty else { return true }
    guard !drawing.isCovered(place.clip, since: place.order) else { return false }
    self.place?.order = drawing.nextOrder()
    frame.damage.mark(place.clip)
    environment.taps?.replace(place.taps)
    frame.buffer.restore(place.backdrop, in: place.clip)
    frame.buffer.draw(in: place.frame, clip: place.clip, innerEnvironment) {
      drawOpen(in: &$0)
    }
    return environment.taps?.endReplacing() ?? true
  }
}

/// A part and its view.
final class PartOf<V: RetainedView>: Part {
  private(set) var view: V
  private var body: V.Body?
  /// Tells whether two bodies are the same, where such bodies can be compared: where they are retained views.
  private let isSame: ((V.Body, V.Body) -> Bool)?

  init(_ view: V, in drawing: Drawing, parent: Part?) {
    self.view = view
    if let type = V.Body.self as? any Equatable.Type {
      isSame = Self.comparison(type)
    } else {
      isSame = nil
    }
    super.init(in: drawing, parent: parent, kind: ObjectIdentifier(V.self))
  }

  private static func comparison<E: Equatable>(_ type: E.Type) -> (V.Body, V.Body) -> Bool {
    // `E` is `V.Body`, which is asked once: a cast for each comparison would cost more than it.
    { unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }

  /// Shows the view with other values.
  func show(_ view: V) {
    self.view = view
    becomeStale()
  }

  override func evaluate() -> Bool {
    let new = view.body
    if let isSame, let body, isSame(body, new) { return false }
    body = new
    return true
  }

  override func bodyLayout(in proposal: Size, _ environment: Environment) -> Layout {
    body!.layout(in: proposal, environment)
  }

  override func drawBody(in canvas: inout Canvas) { body!.draw(in: &canvas) }
}
