/// A view without content or size.
public struct EmptyView: PrimitiveView {
  public init() {}

  public func layout(in proposal: Size, _ environment: Environment) -> Layout { Layout(.zero) }
  public func draw(in canvas: inout Canvas) {}
  public func visit<Visitor: ViewVisitor>(
    _ visitor: inout Visitor, _ context: inout Visitor.Context
  ) {}
}

/// Several views: the children of a container, or layers outside of one.
public struct TupleView<each V: View>: PrimitiveView {
  let views: (repeat each V)

  init(_ views: repeat each V) { self.views = (repeat each views) }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var measured = Layout(.zero)
    for view in repeat each views { measured.cover(view.layout(in: proposal, environment)) }
    return measured
  }

  public func draw(in canvas: inout Canvas) {
    for view in repeat each views { canvas.draw(view, in: canvas.bounds) }
  }

  public func visit<Visitor: ViewVisitor>(
    _ visitor: inout Visitor, _ context: inout Visitor.Context
  ) {
    for view in repeat each views { view.visit(&visitor, &context) }
  }
}

/// A view that may be absent, from an `if` without an `else`.
public struct OptionalView<V: View>: PrimitiveView {
  let view: V?

  init(_ view: V?) { self.view = view }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    view?.layout(in: proposal, environment) ?? Layout(.zero)
  }

  public func isLaidOut(like other: OptionalView) -> Bool {
    guard let view, let other = other.view else { return false }
    return view.isLaidOut(like: other)
  }

  public func draw(in canvas: inout Canvas) { view?.draw(in: &canvas) }

  public func visit<Visitor: ViewVisitor>(
    _ visitor: inout Visitor, _ context: inout Visitor.Context
  ) { view?.visit(&visitor, &context) }
}

/// One of two views, from an `if` with an `else` or a `switch`.
public enum EitherView<First: View, Second: View>: PrimitiveView {
  case first(First)
  case second(Second)

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    switch self {
    case .first(let view): view.layout(in: proposal, environment)
    case .second(let view): view.layout(in: proposal, environment)
    }
  }

  public func draw(in canvas: inout Canvas) {
    switch self {
    case .first(let view): view.draw(in: &canvas)
    case .second(let view): view.draw(in: &canvas)
    }
  }

  public func visit<Visitor: ViewVisitor>(
    _ visitor: inout Visitor, _ context: inout Visitor.Context
  ) {
    switch self {
    case .first(let view): view.visit(&visitor, &context)
    case .second(let view): view.visit(&visitor, &context)
    }
  }
}

extension Layout {
  /// Expands to include another layer.
  mutating func cover(_ other: Layout) {
    size = Size(max(size.width, other.size.width), max(size.height, other.size.height))
    flexible.formUnion(other.flexible)
  }
}
