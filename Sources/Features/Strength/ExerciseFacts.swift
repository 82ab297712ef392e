import Models
import TerminalUI

/// The rule of an exercise with its suggestion and the plates for it, and the best result.
struct ExerciseFacts: View {
  let history: StrengthHistory
  let records: StrengthRecords
  /// Whether to leave out the explanations.
  let isShort: Bool

  var body: some View {
    VStack {
      if let note = history.settings.note { fact("Note", note.text) }
      KeyNameReader { key in
        fact("Rule", history.rule?.text ?? "none (\(key("e", "edit")) chooses one)")
      }
      if let suggestion = history.suggestion { fact("Next", suggestion.planText) }
      if let reason = history.suggestionReason, !isShort || history.suggestion == nil {
        explanation(reason)
      }
      ForEach(Array(plates.enumerated())) { fact($0 == 0 ? "Plates" : "", $1) }
      best
    }
  }

  /// The plates for each weight of the suggestion, or for the heaviest weight of the last session.
  private var plates: [String] {
    let sets =
      history.suggestion ?? history.last?.sets.max { $1.load.isBetter(than: $0.load) }.map { [$0] }
      ?? []
    var weights: [Weight] = []
    for case .weight(let weight) in sets.map(\.load) where !weights.contains(weight) {
      weights.append(weight)
    }
    return weights.prefix(isShort ? 1 : 3).compactMap { weight in
      PlateSet.standard(in: weight.unit).words(for: weight).map { "\(weight.words): \($0)" }
    }
  }

  @ViewBuilder private var best: some View {
    if let estimate = records.bestEstimate {
      fact(
        "Maximum",
        "\(estimate.mass.text(in: history.unit)), estimated from "
          + "\(estimate.source.set.result) on \(estimate.source.day.dateText)")
      if !isShort { explanation(OneRepMaximum.epley.source) }
    } else if let most = records.mostReps {
      fact(
        "Best",
        "\(most.set.reps.repsText) with \(most.set.load.words) on \(most.day.dateText)")
    }
  }

  private func fact(_ name: String, _ value: String) -> some View {
    HStack {
      Text(name).style(.dim).frame(width: Self.nameWidth)
      Paragraph(value)
    }
  }

  private func explanation(_ text: String) -> some View {
    Paragraph(text).style(.dim).padding(
      Insets(top: 0, left: Self.nameWidth, bottom: 0, right: 0))
  }

  private static let nameWidth = 9
}
