import Models
import ServerAPI

/// A race on the wall page: a waiting room, or a bar for each racer.
struct WallRace {
  /// The maximum number of races on the page.
  static let maxCount = 8
  /// The time in milliseconds for which a finished race stays on the page.
  static let displayTime: Int64 = 120_000

  var challenge: Challenge
  var room: RaceRoom

  /// A racer with a place, which equal racers share.
  private struct Row {
    var racer: RaceRoom.Racer
    /// The number of reps; the seconds of a hold.
    var count: Int
    /// The time of a racer who has finished, which orders equal counts.
    var end: Int?

    func hasSamePlace(as other: Row) -> Bool { (count, end) == (other.count, other.end) }

    func isBetter(than other: Row) -> Bool {
      (other.count, end ?? .max) < (count, other.end ?? .max)
    }
  }

  var html: Markup {
    let id = "race-\(room.id)"
    return """
      <section data-race="\(room.id.uuidString)" data-unit="\(challenge.hasReps ? "reps" : "time")" aria-labelledby="\(id)">
      \(room.startsAt == nil ? waiting(id) : bars(id))</section>

      """
  }

  private func waiting(_ id: String) -> Markup {
    let others = room.racers.count - 1
    let name = PersonName.displayable(room.racers.first?.name ?? "")
    let rest: Markup =
      others > 0 ? " and \("\(others) \(others == 1 ? "other" : "others")") are" : " is"
    return """
      <h2 id="\(id)"><bdi>\(name)</bdi>\(rest) waiting: \(challenge.name)</h2>

      """
  }

  private func bars(_ id: String) -> Markup {
    let rows = room.racers.map { racer in
      Row(
        racer: racer,
        count: challenge.hasReps ? racer.instants.count : Int(racer.elapsed / 1000),
        end: racer.state == .finished ? Int(racer.elapsed) : nil)
    }.sorted { $0.isBetter(than: $1) }
    let max = max(1, rows.map(\.count).max() ?? 1)
    var place = 0
    let items = rows.enumerated().map { index, row in
      if index == 0 || !rows[index - 1].hasSamePlace(as: row) { place = index + 1 }
      return item(row, place: row.racer.result?.rank ?? place, max: max)
    }
    return """
      <h2 id="\(id)">Race: \(challenge.name)</h2>
      <ol>
      \(items)</ol>

      """
  }

  private func item(_ row: Row, place: Int, max: Int) -> Markup {
    let name = PersonName.displayable(row.racer.name)
    let count = challenge.hasReps ? "\(row.count)" : Duration.seconds(row.count).minutesText
    let mark: Markup =
      switch row.racer.state {
      case .left: #"<span class="mark">left</span> "#
      case .stopped: #"<span class="mark">stopped</span> "#
      default: row.racer.result?.refusal == nil ? "" : #"<span class="mark">refused</span> "#
      }
    return """
      <li data-member="\(Int(row.racer.member))" data-count="\(row.count)" data-end="\(row.end.map { "\($0)" } ?? "")">\
      <span class="place">\(place)</span> <bdi>\(name)</bdi> <progress max="\(max)" value="\(row.count)"></progress> \
      <span>\(mark)<span class="count">\(count)</span></span></li>

      """
  }
}
