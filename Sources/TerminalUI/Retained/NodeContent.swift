/// The difference between two evaluations of a body.
@usableFromInline
enum BodyChange {
  /// The body is equal.
  case none
  /// The layout is the same for every proposal, and only these columns are drawn differently.
  case cells(columns: Range<Int>)
  case layout
}

/// The functions of a node on its type-erased view.
@usableFromInline
struct NodeFunctions {
  /// Evaluates the body, which was last drawn at this size.
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
/// Its functions are compiled where the view is declared, so that a tick doesn't look up types at run time.
@MainActor
@usableFromInline
final class NodeContent<V: RetainedView> {
  @usableFromInline var view: V
  @usableFromInline var body: V.Body?
  /// Compares two bodies; `nil` if the body isn't equatable. Retained views are.
  @usableFromInline let isSame: ((V.Body, V.Body) -> Bool)?

  @usableFromInline
  init(_ view: V) {
    self.view = view
    if let type = V.Body.self as? any Equatable.Type {
      isSame = Self.comparison(type)
    } else {
      isSame = nil
    }
  }

  private static func comparison<E: Equatable>(_ type: E.Type) -> (V.Body, V.Body) -> Bool {
    // `E` is `V.Body`, as `init` has checked. A checked cast would cost more than the comparison.
    { unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }

  /// Creates the content of a view and its functions.
  @inlinable
  static func make(_ view: V) -> (NodeContent, NodeFunctions) {
    let content = NodeContent(view)
    let functions = NodeFunctions(
      evaluate: { content.evaluate(drawnIn: $0, $1) },
      layout: { content.body!.layout(in: $0, $1) },
      draw: { content.body!.draw(in: &$0) })
    return (content, functions)
  }

  @inlinable
  func evaluate(drawnIn size: Size, _ environment: Environment) -> BodyChange {
    let new = view.body
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
