/// A stack of children from left to right.
public struct HStack<Content: View>: PrimitiveView {
  let stack: StackLayout
  let content: Content

  /// - Parameters:
  ///   - alignment: The vertical position of shorter children.
  ///   - spacing: The number of columns between two children.
  public init(
    alignment: AxisAlignment = .leading, spacing: Int = 0, @ViewBuilder content: () -> Content
  ) {
    stack = StackLayout(axis: .horizontal, spacing: spacing, alignment: alignment)
    self.content = content()
  }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    stack.measure(content, in: proposal, environment).result
  }

  public func draw(in canvas: inout Canvas) { stack.draw(content, in: &canvas) }
}
