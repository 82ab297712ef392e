/// A piece of screen as a value: a pure function of state and size.
///
/// A view either has a `body` made of other views or, as a ``PrimitiveView``, measures and draws
/// itself. View trees are plain generic structs, made anew for each frame.
///
/// ```swift
/// struct RepsView: View {
///   let reps: Int
///   var body: some View {
///     HStack(spacing: 1) {
///       Text("REPS").style(.dim)
///       Text("\(reps)").style(.accent)
///     }
///   }
/// }
/// ```
@MainActor
public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }

  /// The size this wants when `proposal` is there to be had, and the axes along which it would take
  /// more. Wanting more than the proposal is allowed: it is clipped.
  func layout(in proposal: Size, _ environment: Environment) -> Layout

  /// Whether this is known to answer as `other` does, whatever room is proposed. Few views are asked, and false is always
  /// an answer.
  func isLaidOut(like other: Self) -> Bool

  /// In which columns this is drawn in another way than `old`, in a room of this size and in which both are laid out alike.
  /// Few views know, and all of them is always an answer.
  func columnsChanged(
    since old: Self, in size: Size, _ environment: Environment
  ) -> Range<Int>

  /// Draws into the whole canvas, whose size need not be the one wanted.
  func draw(in canvas: inout Canvas)

  /// Shows a container this view, or its parts when it is a list of views.
  func visit<Visitor: ViewVisitor>(_ visitor: inout Visitor, _ context: inout Visitor.Context)
}

/// What ``View/layout(in:_:)`` answers.
public struct Layout: Hashable, Sendable {
  public var size: Size
  /// Axes along which a container may give this more.
  public var flexible: Axes

  public init(_ size: Size, flexible: Axes = []) {
    self.size = size
    self.flexible = flexible
  }
}

/// What a container does with each of its children. `Context` is handed through so that a canvas
/// need not be copied.
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
