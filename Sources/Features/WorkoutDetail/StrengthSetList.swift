import Models
import TerminalUI

/// The sets of a strength session by exercise, with the estimated maximum and the records.
struct StrengthSetList: View {
  let sets: [PerformedSet]
  /// The records that the session has set, by exercise.
  let records: [String: [SetEntry]]

  var body: some View {
    VStack {
      ForEach(sets.exercises) { exercise in
        let entries = sets.entries(of: exercise)
        Text(exercise.capitalizedStart).style(.title)
        Paragraph(entries.map(\.result).joined(separator: "  ")).padding(2, 0)
        ForEach(notes(of: entries)) { note in
          Paragraph(note).style(.dim).padding(2, 0)
        }
        if let estimate = estimate(of: entries) {
          Paragraph(estimate).style(.dim).padding(2, 0)
        }
        if let records = records[exercise], !records.isEmpty {
          Paragraph("New best: \(records.map(\.result).joined(separator: ", "))").style(.good)
            .padding(2, 0)
        }
      }
    }
  }

  /// The notes of the sets, each after its set.
  private func notes(of entries: [SetEntry]) -> [String] {
    entries.compactMap { set in set.note.map { "\(set.result): \($0.text)" } }
  }

  /// The volume and the estimated one-rep maximum of an exercise.
  private func estimate(of entries: [SetEntry]) -> String? {
    guard let unit = entries.lazy.compactMap(\.load.weight).last?.unit else { return nil }
    let volume = entries.reduce(Mass.zero) { $0 + $1.volume }
    let maximum = entries.compactMap { $0.estimatedMaximum() }.max()
    guard volume > .zero else { return nil }
    return "\(volume.text(in: unit)) in all"
      + (maximum.map { ", estimated maximum \($0.text(in: unit))" } ?? "")
  }
}

extension [PerformedSet] {
  /// The number of sets, the reps and the volume: `3 sets, 14 reps, 1387.5 kg`.
  var summary: String {
    [countText, reps.repsText, volumeText].compactMap(\.self).joined(separator: ", ")
  }
}
