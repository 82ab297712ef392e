/// What a tap does: the places of the last frame that mean something, noted while it was drawn.
///
/// Places mean rows of the key table by their names, so that a tap can do what a key does and nothing else.
@MainActor
public final class TapMap {
  public enum Target: Hashable, Sendable {
    /// A row of the key table, so many times.
    case row(String, times: Int)
    case key(Key)
    /// Hidden under something that lies on top.
    case nothing
  }

  private var places: [(rect: Rect, target: Target)] = []
  /// Those that are noted anew, as far as they have not been yet.
  private var replaced: Range<Int>?
  private var fits = true

  public init() {}

  /// Forgets the last frame. Keeps the memory.
  public func clear() {
    places.removeAll(keepingCapacity: true)
    replaced = nil
  }

  var count: Int { replaced?.lowerBound ?? places.count }

  func add(_ rect: Rect, _ target: Target) {
    if rect.isEmpty { return }
    guard let range = replaced else { return places.append((rect, target)) }
    guard let index = range.first else {
      fits = false
      return
    }
    places[index] = (rect, target)
    replaced = index + 1..<range.upperBound
  }

  /// Has what is noted next take the place of what was noted before: so each keeps its height above the others.
  func replace(_ range: Range<Int>) {
    replaced = range
    fits = true
  }

  /// - Returns: Whether as much was noted as before.
  func endReplacing() -> Bool {
    defer { replaced = nil }
    return fits && replaced?.isEmpty ?? true
  }

  /// What is at `point`: of places above each other the one that was drawn last.
  ///
  /// - Complexity: O(places).
  public func target(at point: Point) -> Target? {
    let place = places.last { place in
      point.x >= place.rect.minX && point.x < place.rect.maxX && point.y >= place.rect.minY
        && point.y < place.rect.maxY
    }
    return place.flatMap { $0.target == .nothing ? nil : $0.target }
  }
}

/// A view that can be tapped.
public struct TappableView<Content: View>: PrimitiveView {
  let content: Content
  let name: String

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    content.layout(in: proposal, environment)
  }

  public func draw(in canvas: inout Canvas) {
    content.draw(in: &canvas)
    if !name.isEmpty { canvas.tappable(.row(name, times: 1)) }
  }
}

extension View {
  /// Lets a tap on this do what the keys of `hint` do.
  public func tappable(_ hint: Hint) -> TappableView<Self> {
    TappableView(content: self, name: hint.name)
  }
}

extension Canvas {
  /// Notes what a tap in a rectangle does, in the whole canvas when none is given.
  @MainActor
  public mutating func tappable(_ target: TapMap.Target, in rect: Rect? = nil) {
    environment.taps?.add(visible(rect ?? bounds), target)
  }
}
