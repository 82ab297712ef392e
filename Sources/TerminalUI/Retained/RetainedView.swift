/// A view that is kept from one frame to the next: its `body` runs again only when something it read has changed, or it is
/// given other values than before; then its own cells are drawn again, and no others.
///
/// It is what a view that reads a store should be. Within it other views are made anew each time it is drawn, so the
/// smaller the part of a screen that changes often, the less a change costs.
///
/// ```swift
/// struct RepsView: RetainedView {
///   let store: StoreOf<Counter>
///   var body: some View { Text("REPS \(store.count)").style(.accent) }
/// }
/// ```
///
/// Outside of a ``Drawing`` it is a view like any other.
public protocol RetainedView: View, Equatable {}

extension RetainedView {
  @inlinable
  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    guard let part = environment.part else { return body.layout(in: proposal, environment) }
    return part.child(for: self, make: PartContent.make).layout(in: proposal, environment)
  }

  @inlinable
  public func draw(in canvas: inout Canvas) {
    guard let part = canvas.environment.part else { return body.draw(in: &canvas) }
    part.child(for: self, make: PartContent.make).draw(in: &canvas)
  }
}
