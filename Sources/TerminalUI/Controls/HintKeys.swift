/// The keys of a hint as text: the default ones, or those that a person has chosen instead.
///
/// ```swift
/// HStack(spacing: 1) {
///   Text("Press")
///   HintKeys(Hint("s", "start"))
///   Text("to start")
/// }
/// ```
public struct HintKeys: PrimitiveView {
  let hint: Hint

  public init(_ hint: Hint) { self.hint = hint }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(TextWidth.width(of: hint.keys(in: environment)), 1))
  }

  public func draw(in canvas: inout Canvas) { canvas.write(hint.keys(in: canvas.environment)) }
}
