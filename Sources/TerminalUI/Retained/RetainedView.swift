/// A view that is retained between frames. Its `body` is evaluated again only if a value it has read changes or the view
/// has different properties, and then only its own cells are redrawn.
///
/// Views that read a store should be retained views. Other views inside it are created each time it is drawn, so keep
/// the views that change often small.
///
/// ```swift
/// struct CountView: RetainedView {
///   let store: StoreOf<Counter>
///   var body: some View { Text("COUNT \(store.count)").style(.accent) }
/// }
/// ```
///
/// Without a ``ViewRenderer`` it behaves like any other view.
public protocol RetainedView: View, Equatable {}

extension RetainedView {
  @inlinable
  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    guard let node = environment.node else { return body.layout(in: proposal, environment) }
    return node.child(for: self, make: NodeContent.make).layout(in: proposal, environment)
  }

  @inlinable
  public func draw(in canvas: inout Canvas) {
    guard let node = canvas.environment.node else { return body.draw(in: &canvas) }
    node.child(for: self, make: NodeContent.make).draw(in: &canvas)
  }
}
