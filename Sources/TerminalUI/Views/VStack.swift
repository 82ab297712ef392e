/// A stack of children from top to bottom.
public struct VStack<Content: View>: PrimitiveView {
  let stack: StackLayout
  let content: Content

  /// - Parameters:
  ///   - alignment: The horizontal position of narrower children.
  ///   - spacing: The number of rows between two children.
  public init(
    alignment: AxisAlignment = .leading, spacing: Int = 0, @ViewBuilder content: () -> Content
  ) {
    stack = StackLayout(axis: .vertical, spacing: spacing, alignment: alignment)
    self.content = content()
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    stack.measure(content, in: proposal, environment).result
  }

  public func draw(in canvas: inout Canvas) { stack.draw(content, in: &canvas) }
}
