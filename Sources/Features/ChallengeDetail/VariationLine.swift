import Models
import ReducerRuntime
import TerminalUI

/// The variations around the current one with their best results, as much as fits:
/// `… knee (40 reps) · [push-up] · decline · diamond …`.
struct VariationLine: PrimitiveView {
  let variation: VariationPosition
  /// The best results by the names of the variations.
  let bests: [String: String]

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    line(environment.glyphs).layout(in: proposal, environment)
  }

  func draw(in canvas: inout Canvas) { line(canvas.glyphs).draw(in: &canvas) }

  private func line(_ glyphs: GlyphSet) -> some View {
    ViewThatFits {
      ForEach(texts(glyphs)) { Text($0) }
    }
  }

  /// Returns the texts to try, longest first.
  private func texts(_ glyphs: GlyphSet) -> [String] {
    let count = variation.scale.variations.count
    let radii = (1..<count).reversed()
    return radii.map { text(radius: $0, hasBests: true, glyphs) }
      + radii.map { text(radius: $0, hasBests: false, glyphs) }
      + ["[\(variation.variation)], \(variation.index + 1) of \(count)"]
  }

  /// - Parameter radius: The number of variations on each side.
  private func text(radius: Int, hasBests: Bool, _ glyphs: GlyphSet) -> String {
    let names = variation.scale.variations
    let range = max(0, variation.index - radius)...min(names.count - 1, variation.index + radius)
    let parts = range.map { index in
      if index == variation.index { return "[\(names[index])]" }
      let best = hasBests ? bests[names[index]] : nil
      return shortName(of: names[index]) + (best.map { " (\($0))" } ?? "")
    }
    return (range.lowerBound > 0 ? "\(glyphs.ellipsis) " : "")
      + parts.joined(separator: " \(glyphs.separator) ")
      + (range.upperBound < names.count - 1 ? " \(glyphs.ellipsis)" : "")
  }

  /// Returns the name without that of the exercise at its end: "knee" for "knee push-up".
  private func shortName(of name: String) -> String {
    let suffix = " \(variation.scale.exercise)"
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }
}
