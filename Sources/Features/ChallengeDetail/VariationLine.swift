import Models
import ReducerRuntime
import TerminalUI

/// The variations around the current one with their best results, as much as fits:
/// `… knee (40 reps) · [push-up] · decline · diamond …`.
struct VariationLine: View {
  let variation: VariationPosition
  /// The best results by the names of the variations.
  let bests: [String: String]

  var body: some View {
    ViewThatFits {
      ForEach(texts) { Text($0) }
    }
  }

  private var texts: [String] {
    let radii = (1..<variation.scale.variations.count).reversed()
    return radii.map { text(radius: $0, hasBests: true) }
      + radii.map { text(radius: $0, hasBests: false) }
      + ["[\(variation.variation)], \(variation.index + 1) of \(variation.scale.variations.count)"]
  }

  /// - Parameter radius: The number of variations on each side.
  private func text(radius: Int, hasBests: Bool) -> String {
    let names = variation.scale.variations
    let range = max(0, variation.index - radius)...min(names.count - 1, variation.index + radius)
    let parts = range.map { index in
      if index == variation.index { return "[\(names[index])]" }
      let best = hasBests ? bests[names[index]] : nil
      return shortName(of: names[index]) + (best.map { " (\($0))" } ?? "")
    }
    return (range.lowerBound > 0 ? "… " : "") + parts.joined(separator: " · ")
      + (range.upperBound < names.count - 1 ? " …" : "")
  }

  /// Returns the name without that of the exercise at its end: "knee" for "knee push-up".
  private func shortName(of variation: String) -> String {
    let suffix = " \(self.variation.scale.exercise)"
    return variation.hasSuffix(suffix) ? String(variation.dropLast(suffix.count)) : variation
  }
}
