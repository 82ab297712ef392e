/// A view for each element of a collection, such as the rows of a stack.
///
/// For lists that scroll use ``List``, which only creates visible rows.
public struct ForEach<Data: RandomAccessCollection, Row: View>: PrimitiveView {
  let data: Data
  let row: @MainActor (Data.Element) -> Row

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
