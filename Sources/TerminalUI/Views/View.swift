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
  associatedtype Body: View

  @ViewBuilder var body: Body { get }

  /// Returns the preferred size for a proposed size, and the axes along which the view can grow.
  ///
  /// The result may exceed the proposal; the view is then clipped.
  func layout(in proposal: Size, _ environment: Environment) -> Layout

  /// Whether this view is known to have the same layout as `other` for every proposal. The default is false.
  func isLaidOut(like other: Self) -> Bool

  /// Returns the columns that are drawn differently than `old`, in a size for which both have the same layout.
  ///
  /// The default is all columns.
  func columnsChanged(
    since old: Self, in size: Size, _ environment: Environment
  ) -> Range<Int>

  /// Draws into the whole canvas, whose size may differ from the preferred one.
  func draw(in canvas: inout Canvas)

  /// Passes this view, or the children of a list of views, to a container's visitor.
  func visit<Visitor: ViewVisitor>(_ visitor: inout Visitor, _ context: inout Visitor.Context)
}

/// A view's preferred size and the axes along which it can grow.
public struct Layout: Hashable, Sendable {
  public var size: Size
  /// The axes along which a container may make the view larger.
  public var flexible: Axes

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
  associatedtype Context
  mutating func visit<V: View>(_ view: V, _ context: inout Context)
}

/// A view that measures and draws itself.
@MainActor
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
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
  public var body: Never { fatalError("Never has no body") }
}
