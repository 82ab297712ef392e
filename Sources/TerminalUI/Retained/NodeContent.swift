/// The difference between two evaluations of a body.
@usableFromInline
enum BodyChange {
  /// The body is equal.
  case none
  /// The layout is the same for every proposal, and only these columns are drawn differently.
  case cells(columns: Range<Int>)
  case layout
}

/// The functions with which a node evaluates, measures and draws its type-erased view.
@usableFromInline
struct NodeFunctions {
  /// Evaluates the body, for the size at which it was last drawn.
  let evaluate: @MainActor (Size, Environment) -> BodyChange
  /// The functions that measure and draw the body.
  let layout: @MainActor (Size, Environment) -> Layout
  let draw: @MainActor (inout Canvas) -> Void

  @usableFromInline
  init(
    evaluate: @escaping @MainActor (Size, Environment) -> BodyChange,
    layout: @escaping @MainActor (Size, Environment) -> Layout,
    draw: @escaping @MainActor (inout Canvas) -> Void
  ) {
    self.evaluate = evaluate
    self.layout = layout
    self.draw = draw
  }
}

/// A retained view and its body.
///
/// Its functions are compiled where the view is declared, so that a tick doesn't look up types at run time. The type of
/// the body is a parameter of its own: looking up `V.Body` for each type of view took 9 % of a start's instructions.
@MainActor
@usableFromInline
final class NodeContent<V: Equatable, Body: View> {
  @usableFromInline var view: V
  @usableFromInline var body: Body?
  /// Compares two bodies; `nil` if the body isn't equatable. A body that is a retained view is equatable.
  /// Looked up when the body is first replaced, so that a start does not wait for it.
  @usableFromInline lazy var isSame: ((Body, Body) -> Bool)? =
    (Body.self as? any Equatable.Type).map { Self.comparison($0) }

  @usableFromInline
  init(_ view: V) { self.view = view }

  private static func comparison<E: Equatable>(_ type: E.Type) -> (Body, Body) -> Bool {
    // `E` is `Body`, as `init` has checked. A checked cast would cost more than the comparison.
    { unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }

  /// Creates the content of a view and its functions.
  @inlinable
  static func make(_ view: V) -> (NodeContent, NodeFunctions)
  where V: RetainedView, V.Body == Body {
    let content = NodeContent(view)
    let functions = NodeFunctions(
      evaluate: { content.replaceBody(by: content.view.body, drawnIn: $0, $1) },
      layout: { content.body!.layout(in: $0, $1) },
      draw: { content.body!.draw(in: &$0) })
    return (content, functions)
  }

  @inlinable
  func replaceBody(
    by new: Body, drawnIn size: Size, _ environment: Environment
  ) -> BodyChange {
    guard let old = body else {
      body = new
      return .layout
    }
    if let isSame, isSame(old, new) { return .none }
    body = new
    guard old.isLaidOut(like: new) else { return .layout }
    return .cells(columns: new.columnsChanged(since: old, in: size, environment))
  }
}

// MARK: - Layouts

/// A cache of a view's layouts by proposed size. It is small, since few sizes are proposed to a view in a frame.
struct LayoutCache {
  private static let capacity = 6

  private var proposals = InlineArray<6, Size>(repeating: .zero)
  private var layouts = InlineArray<6, Layout>(repeating: Layout(.zero))
  private(set) var count = 0
  /// Whether more layouts were added than the cache holds.
  private(set) var hasOverflowed = false

  /// - Complexity: O(1).
  subscript(proposal: Size) -> Layout? {
    for index in 0..<count where proposals[index] == proposal { return layouts[index] }
    return nil
  }

  mutating func add(_ layout: Layout, for proposal: Size) {
    guard count < Self.capacity else {
      hasOverflowed = true
      return
    }
    proposals[count] = proposal
    layouts[count] = layout
    count += 1
  }

  /// Returns whether every layout and its proposed size satisfy `predicate`; false if some layouts weren't cached.
  func allSatisfy(_ predicate: (_ proposal: Size, _ layout: Layout) -> Bool) -> Bool {
    if hasOverflowed { return false }
    for index in 0..<count where !predicate(proposals[index], layouts[index]) { return false }
    return true
  }
}

// MARK: - Backdrops

/// The cells that a view was drawn over. They are restored before the view is redrawn.
enum Backdrop {
  /// The same cell everywhere, which is the common case.
  case uniform(Cell)
  case cells([Cell])

  init() { self = .uniform(.blank()) }
}

extension Buffer {
  /// Returns the cells of a rectangle inside this buffer.
  ///
  /// - Complexity: O(cells covered). Allocates only if the cells differ.
  func backdrop(of rect: Rect) -> Backdrop {
    guard !rect.isEmpty else { return Backdrop() }
    let first = self[rect.minX, rect.minY]
    // Half of a wide character can't be copied to other cells.
    var isUniform = first.width == 1
    for y in rect.minY..<rect.maxY where isUniform {
      for x in rect.minX..<rect.maxX where self[x, y] != first { isUniform = false }
    }
    if isUniform { return .uniform(first) }
    var cells: [Cell] = []
    cells.reserveCapacity(rect.width * rect.height)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX { cells.append(self[x, y]) }
    }
    return .cells(cells)
  }

  /// Restores the cells of a part of a rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle that `backdrop` was copied from.
  ///   - part: A rectangle inside `rect`.
  /// - Complexity: O(cells covered).
  mutating func restore(_ backdrop: Backdrop, of rect: Rect, in part: Rect) {
    switch backdrop {
    case .uniform(let cell):
      fill(part, with: cell)
    case .cells(let cells):
      for y in part.minY..<part.maxY {
        for x in part.minX..<part.maxX {
          let cell = cells[(y - rect.minY) * rect.width + x - rect.minX]
          if !cell.isContinuation { put(cell, at: Point(x, y)) }
        }
      }
    }
  }
}
