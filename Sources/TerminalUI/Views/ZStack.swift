/// A stack of layers, each over the whole space; the last is on top.
public struct ZStack<Content: View>: PrimitiveView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    content.layout(in: proposal, environment)
  }

  // A list of views outside a stack draws as layers.
  public func draw(in canvas: inout Canvas) { content.draw(in: &canvas) }
}
