import ReducerRuntime

/// Keeps a screen drawn: after a change only what has read it is made and drawn again.
///
/// ```swift
/// let drawing = Drawing(AppView(store: store))
/// if drawing.isStale { drawing.draw(into: &frame) }
/// ```
@MainActor
public final class Drawing {
  /// Whether something on the screen has changed since the last ``draw(into:)``.
  public private(set) var isStale = true
  /// How many bodies of retained views have been evaluated.
  public internal(set) var evaluated = 0
  /// How many parts have been drawn, each with those inside.
  public internal(set) var drawn = 0
  /// How often everything was drawn.
  public private(set) var wholeDrawings = 0

  /// Counts the frames, from 1.
  private(set) var frameNumber = 0

  private var root: Part!
  private let environment: Environment
  /// Of the frame that was drawn last.
  private var stamp = Frame.Stamp()
  private var stale: [Part] = []
  private var open: [Part] = []
  private var covers: [Cover] = []
  private var order = 0

  /// Cells over which something was drawn after the parts below had been.
  private struct Cover {
    let rect: Rect
    let order: Int
  }

  public init<V: RetainedView>(_ view: V, _ environment: Environment = Environment()) {
    self.environment = environment
    root = Part(PartContent.make(view), in: self, parent: nil)
  }

  /// Brings `frame` up to date.
  ///
  /// A frame that was not drawn by this the last time is drawn whole.
  ///
  /// - Complexity: that of the views that have changed, and of the cells they cover.
  public func draw(into frame: inout Frame) {
    frameNumber += 1
    for index in stale.indices { stale[index].outdateLayoutsAround(in: frameNumber) }
    if frame.stamp != stamp || !refresh(&frame) { drawWhole(&frame) }
    close()
    isStale = false
    stamp.count()
    frame.stamp = stamp
  }

  private func refresh(_ frame: inout Frame) -> Bool {
    // Parts around others were drawn before them, and draw them.
    if stale.count > 1 { stale.sort { $0.depth < $1.depth } }
    var isDrawn = true
    // By number, as an array that is looped over is held twice and would be copied to be emptied.
    for index in stale.indices where isDrawn && stale[index].isStale {
      isDrawn = stale[index].refresh(&frame)
    }
    stale.removeAll(keepingCapacity: true)
    return isDrawn
  }

  private func drawWhole(_ frame: inout Frame) {
    wholeDrawings += 1
    stale.removeAll(keepingCapacity: true)
    covers.removeAll(keepingCapacity: true)
    environment.taps?.clear()
    frame.drawWhole(environment.theme.text) { buffer in
      buffer.draw(in: buffer.bounds, clip: buffer.bounds, environment) { root.draw(in: &$0) }
    }
  }

  private func close() {
    for index in open.indices { open[index].close() }
    open.removeAll(keepingCapacity: true)
  }

  // MARK: What parts tell

  func changed(_ part: Part) {
    isStale = true
    stale.append(part)
  }

  func opened(_ part: Part) { open.append(part) }

  func nextOrder() -> Int {
    order += 1
    return order
  }

  /// Something was drawn over what had been drawn in `rect` before.
  func cover(_ rect: Rect) {
    covers.removeAll { $0.rect == rect }
    covers.append(Cover(rect: rect, order: nextOrder()))
  }

  /// Whether something was drawn over `rect` since the part of that order was.
  func isCovered(_ rect: Rect, since order: Int) -> Bool {
    covers.contains { $0.order > order && !$0.rect.intersection(rect).isEmpty }
  }
}
