/// A part of the screen as a value: a pure function of state and size.
///
/// A view either has a `body` made of other views or, as a ``PrimitiveView``, measures and draws
/// itself. View trees are generic structs that are created for each frame.
///
/// ```swift
/// struct CountView: View {
///   let count: Int
///   var body: some View {
///     HStack(spacing: 1) {
///       Text("COUNT").style(.dim)
///       Text("\(count)").style(.accent)
///     }
///   }
/// }
/// ```
@MainActor
public protocol View {
  /// The type of the `body`.
  associatedtype Body: View

  /// The views that this view is made of.
  @ViewBuilder var body: Body { get }

  /// Returns the preferred size for a proposed size, and the axes along which the view can grow.
  ///
  /// The result may exceed the proposal; the view is then clipped.
  func layout(in proposal: Size, _ environment: Environment) -> Layout

  /// Whether this view is known to have the same layout as `other` for every proposal. The default is false.
  func isLaidOut(like other: Self) -> Bool

  /// Returns the columns that are drawn differently from `old`, for a size at which both have the same layout.
  ///
  /// The default is all columns.
  func columnsChanged(
    since old: Self, in size: Size, _ environment: Environment
  ) -> Range<Int>

  /// Draws into the whole canvas, whose size may differ from the preferred one.
  func draw(in canvas: inout Canvas)

  /// Passes this view, or the children of a group of views, to a container's visitor.
  func visit<Visitor: ViewVisitor>(_ visitor: inout Visitor, _ context: inout Visitor.Context)
}

/// A view's preferred size and the axes along which it can grow.
public struct Layout: Hashable, Sendable {
  /// The preferred size, which may exceed the proposed one.
  public var size: Size
  /// The axes along which a container may make the view larger.
  public var flexible: Axes

  /// Creates a layout.
  public init(_ size: Size, flexible: Axes = []) {
    self.size = size
    self.flexible = flexible
  }
}

/// An operation of a container on each of its children.
///
/// `Context` is passed `inout`, so that a canvas isn't copied.
@MainActor
public protocol ViewVisitor {
  /// The value that the operation uses or changes.
  associatedtype Context
  /// Performs the operation on one child.
  mutating func visit<V: View>(_ view: V, _ context: inout Context)
}

/// A view that measures and draws itself.
@MainActor
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  /// Not available, because a primitive view has no `body`.
  public var body: Never { fatalError("a primitive view has no body") }
}

extension View {
  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    body.layout(in: proposal, environment)
  }

  public func draw(in canvas: inout Canvas) { body.draw(in: &canvas) }

  public func isLaidOut(like other: Self) -> Bool { false }

  public func columnsChanged(
    since old: Self, in size: Size, _ environment: Environment
  ) -> Range<Int> { 0..<size.width }

  public func visit<Visitor: ViewVisitor>(
    _ visitor: inout Visitor, _ context: inout Visitor.Context
  ) {
    visitor.visit(self, &context)
  }
}

extension Never: View {
  /// Not available, because there is no such view.
  public var body: Never { fatalError("Never has no body") }
}

// MARK: - Builder

/// A result builder that combines the statements of a `body`, including `if`, `if let` and `switch`, into one view.
@resultBuilder
@MainActor
public enum ViewBuilder {
  /// Returns the view of an empty `body`.
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// Returns the only view of a `body`.
  public static func buildBlock<V: View>(_ view: V) -> V { view }

  /// Returns the views of a `body` as a group.
  public static func buildBlock<each V: View>(_ views: repeat each V) -> TupleView<repeat each V> {
    TupleView(repeat each views)
  }

  /// Returns the view of an expression.
  public static func buildExpression<V: View>(_ view: V) -> V { view }

  /// Returns the view of an `if` without an `else`.
  public static func buildOptional<V: View>(_ view: V?) -> OptionalView<V> { OptionalView(view) }

  /// Returns the view of an `if`'s first branch.
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> EitherView<First, Second> { .first(first) }

  /// Returns the view of an `if`'s second branch.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> EitherView<First, Second> { .second(second) }
}

// MARK: - Groups

/// A view without content or size.
public struct EmptyView: PrimitiveView {
  /// Creates the view.
  public init() {}

  public func layout(in proposal: Size, _ environment: Environment) -> Layout { Layout(.zero) }
  public func draw(in canvas: inout Canvas) {}
  public func visit<Visitor: ViewVisitor>(
    _ visitor: inout Visitor, _ context: inout Visitor.Context
  ) {}
}

/// Several views: the children of a container or, without a container, layers.
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

  public func columnsChanged(
    since old: OptionalView, in size: Size, _ environment: Environment
  ) -> Range<Int> {
    guard let view, let old = old.view else { return 0..<size.width }
    return view.columnsChanged(since: old, in: size, environment)
  }

  public func draw(in canvas: inout Canvas) { view?.draw(in: &canvas) }

  public func visit<Visitor: ViewVisitor>(
    _ visitor: inout Visitor, _ context: inout Visitor.Context
  ) { view?.visit(&visitor, &context) }
}

/// One of two views, from an `if` with an `else` or a `switch`.
public enum EitherView<First: View, Second: View>: PrimitiveView {
  /// The view of the first branch.
  case first(First)
  /// The view of the second branch.
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

/// A view for each element of a collection, such as the rows of a stack.
///
/// For lists that scroll use ``List``, which only creates visible rows.
public struct ForEach<Data: RandomAccessCollection, Row: View>: PrimitiveView {
  let data: Data
  let row: @MainActor (Data.Element) -> Row

  /// Creates the views.
  ///
  /// - Parameters:
  ///   - data: The elements.
  ///   - row: Returns the view of an element.
  public init(_ data: Data, @ViewBuilder row: @escaping @MainActor (Data.Element) -> Row) {
    self.data = data
    self.row = row
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    var measured = Layout(.zero)
    for element in data { measured.cover(row(element).layout(in: proposal, environment)) }
    return measured
  }

  public func draw(in canvas: inout Canvas) {
    for element in data { canvas.draw(row(element), in: canvas.bounds) }
  }

  public func visit<Visitor: ViewVisitor>(
    _ visitor: inout Visitor, _ context: inout Visitor.Context
  ) {
    for element in data { row(element).visit(&visitor, &context) }
  }
}
