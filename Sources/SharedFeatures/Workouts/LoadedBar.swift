import Models
import TerminalUI

/// A picture of a loaded bar, three rows high: heavy plates fill them, and light ones the row of the bar.
public struct LoadedBar: PrimitiveView {
  public static let height = 3

  let loading: Bar.Loading

  private static let sleeve = 2
  private static let shaft = 12

  /// Creates the picture; `nil` without plates.
  public init?(_ loading: Bar.Loading) {
    guard !loading.side.isEmpty else { return nil }
    self.loading = loading
  }

  private var bar: Bar { loading.bar }
  private var sideWidth: Int { loading.side.count * 2 + Self.sleeve }

  public func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(
      environment.canDrawGraphics
        ? Size(sideWidth * bar.sides + Self.shaft, Self.height) : .zero)
  }

  public func draw(in canvas: inout Canvas) {
    guard canvas.environment.canDrawGraphics else { return }
    let start = bar.sides == 2 ? sideWidth : 0
    canvas.fill(
      Rect(x: 0, y: 1, width: sideWidth * bar.sides + Self.shaft, height: 1),
      with: canvas.glyphs.thinBar.last ?? "-", style: canvas.theme.dim)
    for (index, plate) in loading.side.enumerated() {
      draw(plate, at: start + Self.shaft + index * 2, in: &canvas)
      if bar.sides == 2 { draw(plate, at: start - 1 - index * 2, in: &canvas) }
    }
  }

  /// Draws a plate, whose height depends on its share of the heaviest one of the gym.
  private func draw(_ plate: DecimalText, at x: Int, in canvas: inout Canvas) {
    let share = plate.ratio(to: bar.plates.first?.weight ?? plate)
    let hasHalves = canvas.glyphs.spark.count > 7
    let (top, bottom): (Unicode.Scalar, Unicode.Scalar) =
      share >= 0.5
      ? (canvas.glyphs.block, canvas.glyphs.block)
      : share >= 0.2 ? (hasHalves ? "▄" : ".", hasHalves ? "▀" : "'") : (" ", " ")
    for (y, scalar) in [top, canvas.glyphs.block, bottom].enumerated() {
      canvas.put(scalar, at: Point(x, y), style: canvas.theme.accent)
    }
  }
}
