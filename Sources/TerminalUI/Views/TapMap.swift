/// The tap targets of a frame, recorded while it is drawn.
///
/// A target is a row of the key table or a key, so a tap can only do what a key does.
@MainActor
public final class TapMap {
  /// The effect of a tap.
  public enum Target: Hashable, Sendable {
    /// The action of a named row of the key table, performed a number of times.
    case row(String, times: Int)
    /// The action of a key.
    case key(Key)
    /// No target, because something else is drawn on top.
    case blocked
  }

  private var regions: [(rect: Rect, target: Target)] = []
  /// The remaining regions to replace, while a view is redrawn.
  private var replaced: Range<Int>?
  private var hasSameCount = true

  /// Creates a map without targets.
  public init() {}

  /// Removes the targets of the last frame. The allocated memory is reused.
  public func clear() {
    regions.removeAll(keepingCapacity: true)
    replaced = nil
  }

  var count: Int { replaced?.lowerBound ?? regions.count }

  func add(_ rect: Rect, _ target: Target) {
    if rect.isEmpty { return }
    guard let range = replaced else { return regions.append((rect, target)) }
    guard let index = range.first else {
      hasSameCount = false
      return
    }
    regions[index] = (rect, target)
    replaced = index + 1..<range.upperBound
  }

  /// Makes the next calls of ``add(_:_:)`` replace a range of regions, so that the order from back to front is kept.
  func replace(_ range: Range<Int>) {
    replaced = range
    hasSameCount = true
  }

  /// Ends the replacement.
  ///
  /// - Returns: Whether the number of regions is the same as before.
  func endReplacing() -> Bool {
    defer { replaced = nil }
    return hasSameCount && replaced?.isEmpty ?? true
  }

  /// Whether the topmost overlay consists of buttons with keys, like an alert, and one of them has `key`.
  func hasButton(for key: Key) -> Bool {
    guard let blocked = regions.lastIndex(where: { $0.target == .blocked }) else { return false }
    let targets = regions[(blocked + 1)...].map(\.target)
    return targets.contains(.key(key))
      && targets.allSatisfy { if case .key = $0 { true } else { false } }
  }

  /// Returns the target at `point`. If regions overlap, the one drawn last is used.
  ///
  /// - Complexity: O(regions).
  public func target(at point: Point) -> Target? {
    let region = regions.last { region in
      point.x >= region.rect.minX && point.x < region.rect.maxX && point.y >= region.rect.minY
        && point.y < region.rect.maxY
    }
    return region.flatMap { $0.target == .blocked ? nil : $0.target }
  }
}

/// A view with a tap target.
public struct TappableView<Content: View>: PrimitiveView {
  let content: Content
  let target: TapMap.Target?

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    content.layout(in: proposal, environment)
  }

  public func draw(in canvas: inout Canvas) {
    content.draw(in: &canvas)
    if let target { canvas.tappable(target) }
  }
}

extension View {
  /// Makes a tap on this view perform the action of the keys of `hint`.
  public func tappable(_ hint: Hint) -> TappableView<Self> { tappable(hint.target) }

  func tappable(_ target: TapMap.Target?) -> TappableView<Self> {
    TappableView(content: self, target: target)
  }
}

extension Hint {
  /// The tap target of a view of the hint; `nil` if its row has no name.
  var target: TapMap.Target? { name.isEmpty ? nil : .row(name, times: 1) }
}

extension Canvas {
  /// Records a tap target for a rectangle, by default the whole canvas.
  @MainActor
  public mutating func tappable(_ target: TapMap.Target, in rect: Rect? = nil) {
    environment.taps?.add(visible(rect ?? bounds), target)
  }
}
