/// What a view's body has become.
@usableFromInline
enum BodyChange {
  /// It is the same as before.
  case none
  /// It takes the room it took, whatever room is proposed, and in that only these columns are drawn in another way.
  case cells(columns: Range<Int>)
  case layout
}

/// What a part does with its view, whose type it does not know.
@usableFromInline
struct PartFunctions {
  /// Makes the body anew, which was drawn in this size.
  let evaluate: @MainActor (Size, Environment) -> BodyChange
  /// The body's layout, and its cells.
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
/// Its functions are compiled where the view is declared, so that a tick looks no type up.
@MainActor
@usableFromInline
final class PartContent<V: RetainedView> {
  @usableFromInline var view: V
  @usableFromInline var body: V.Body?
  /// Tells whether two bodies are the same, where such bodies can be compared: where they are retained views.
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
    // `E` is `V.Body`, which is asked once: a cast for each comparison would cost more than it.
    { unsafeBitCast($0, to: E.self) == unsafeBitCast($1, to: E.self) }
  }

  /// A view's content, and what a part does with it.
  @inlinable
  static func make(_ view: V) -> (PartContent, PartFunctions) {
    let content = PartContent(view)
    let functions = PartFunctions(
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
