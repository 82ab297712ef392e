import Models
import TerminalUI

/// The racers of a live race in order, with bars for their reps.
public struct RaceTable: View {
  let order: RaceOrder
  let you: Racer.ID
  let challenge: Challenge

  public init(order: RaceOrder, you: Racer.ID, challenge: Challenge) {
    (self.order, self.you, self.challenge) = (order, you, challenge)
  }

  public var body: some View {
    let most = challenge.scoring.repGoal ?? order.standings.map(\.reps).max() ?? 1
    // With stated types, because the compiler would need 40 seconds to find them.
    let rows: [RaceRow] = zip(order.places, order.standings).map { RaceRow(place: $0, racer: $1) }
    let columns: [Column<RaceRow>] = [
      Column("", .fixed(2), alignment: .trailing) { "\($0.place)" },
      Column("", .fixed(14)) { $0.racer.name },
      Column("", bar: { bar(of: $0, most: most) }),
      Column("", .fixed(16)) { challenge.hasReps ? $0.racer.state : $0.racer.holdState },
    ]
    Table(rows, selection: order.index(of: you), columns: columns)
  }

  private func bar(of row: RaceRow, most: Int) -> ShareBar {
    ShareBar(
      Double(row.racer.reps) / Double(max(1, most)), role: row.racer.id == you ? .accent : .text,
      words: "")
  }
}

/// A row of a ``RaceTable``.
private struct RaceRow: Equatable {
  let place: Int
  let racer: RaceStanding
}

extension Racer.ID {
  /// The person in the standings of a running race.
  public static let you: Racer.ID = .min
}

extension RaceStanding {
  /// The reps, and the end or a lost connection: `14`, `14 in 1:02`, `14, no news 5 s`.
  var state: String {
    if phase == .left || phase == .stopped { return "\(reps), left" }
    if let end { return "\(reps) in \(end.minutesText)" }
    return silence.map { "\(reps), no news \($0) s" } ?? "\(reps)"
  }

  /// The end of a hold, or a lost connection: `holds`, `held 1:02`, `no news 5 s`.
  var holdState: String {
    if phase == .left || phase == .stopped { return "left" }
    if let end { return "held \(end.minutesText)" }
    return silence.map { "no news \($0) s" } ?? "holds"
  }

  /// The reps in big digits.
  public var figure: BigFigures.Figure {
    .init("\(reps)", widest: "00", words: "\(name) \(state)", role: .accent)
  }
}

extension Race {
  /// The place and the results of all racers: `1st of 2: Ann 6 reps, Ben 3 reps`.
  public func text(in challenge: Challenge) -> String {
    let place = yourself?.result?.place.map { "\($0.ordinalText) of \(present.count): " } ?? ""
    let sorted = present.sorted { ($0.result?.place ?? .max) < ($1.result?.place ?? .max) }
    return place
      + sorted.map { racer in
        let score = racer.result.map { challenge.shortText($0.score) }
        return "\(racer.name) \(score ?? racer.reps.count.repsText)"
      }.joined(separator: ", ")
  }
}
