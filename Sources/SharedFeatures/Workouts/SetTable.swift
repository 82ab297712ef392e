import Models
import TerminalUI

/// A set of a strength session in a table.
public struct SetRow: Equatable {
  let exercise: String
  /// The number of the set among the work sets of its exercise; `w` for a warm-up set.
  let number: String
  let planned: String
  let done: String
  /// The set with the same number in the previous session.
  let last: String
  let effort: String
  /// The time since the previous set.
  let rest: String

  /// The name of the set: `Set 2 of squat`, `Warm-up set of squat`.
  public var title: String { (number == "w" ? "Warm-up set" : "Set \(number)") + " of \(exercise)" }
}

extension [PerformedSet] {
  /// The indices of the sets in the order of tables: by exercise.
  public var indicesByExercise: [Int] {
    let keys = map(\.exercise.nameKey)
    let order = Dictionary(zip(keys, indices)) { first, _ in first }
    return indices.sorted { (order[keys[$0]] ?? 0, $0) < (order[keys[$1]] ?? 0, $1) }
  }

  /// Returns the rows of a table of the sets.
  ///
  /// - Parameter last: Returns the sets of an exercise in the previous session.
  /// - Complexity: O(n log n).
  public func rows(last: (String) -> [SetEntry]) -> [SetRow] {
    let indices = indicesByExercise
    var (exercise, previous): (String?, [SetEntry]) = (nil, [])
    var (workCount, warmUpCount) = (0, 0)
    return indices.map { index in
      let performed = self[index]
      if performed.exercise.nameKey != exercise {
        exercise = performed.exercise.nameKey
        previous = last(performed.exercise)
        (workCount, warmUpCount) = (0, 0)
      }
      let isWarmUp = performed.set.isWarmUp
      if isWarmUp { warmUpCount += 1 } else { workCount += 1 }
      let same = previous.filter { $0.isWarmUp == isWarmUp }.dropFirst(
        (isWarmUp ? warmUpCount : workCount) - 1)
      var done = performed.set
      done.effort = nil
      let rest = index > 0 ? performed.instant - self[index - 1].instant : .zero
      return SetRow(
        exercise: performed.exercise, number: isWarmUp ? "w" : "\(workCount)",
        planned: performed.planned ?? "", done: done.result,
        last: same.first?.result ?? "", effort: performed.set.effort?.text ?? "",
        rest: rest >= .seconds(1) ? rest.minutesText : "")
    }
  }
}

/// A table of the sets of a strength session, with the columns that fit: always the done set and its RPE.
public struct SetTable: View {
  let rows: [SetRow]
  let selection: Int?
  let width: Int
  let maxHeight: Int

  public init(rows: [SetRow], selection: Int?, width: Int, maxHeight: Int = .max) {
    (self.rows, self.selection, self.width, self.maxHeight) = (rows, selection, width, maxHeight)
  }

  public var body: some View {
    // Without a selection, the last sets are visible.
    let shown = selection == nil ? Array(rows.suffix(max(1, maxHeight - 1))) : rows
    Table(shown, selection: selection, columns: columns)
      .frame(height: min(maxHeight, rows.count + 1))
  }

  private var columns: [Column<SetRow>] {
    let setWidth = 12
    let exercises = Set(rows.map(\.exercise)).count
    var room = min(width, ReadableWidth.columns) - setWidth - 6 - (exercises > 1 ? 14 : 0)
    /// Returns whether there is room for a column, if it has a text.
    func fits(_ cells: Int, _ hasText: Bool) -> Bool {
      guard hasText, room > cells + 2 else { return false }
      room -= cells + 2
      return true
    }
    let hasNumber = fits(3, rows.contains { !$0.number.isEmpty })
    let hasPlanned = fits(setWidth, rows.contains { !$0.planned.isEmpty })
    let hasLast = fits(setWidth, rows.contains { !$0.last.isEmpty })
    let hasRest = fits(5, rows.contains { !$0.rest.isEmpty })
    var columns: [Column<SetRow>] = []
    if exercises > 1 { columns.append(Column("Exercise") { $0.exercise.capitalizedStart }) }
    if hasNumber { columns.append(Column("Set", .fixed(3), alignment: .trailing) { $0.number }) }
    if hasPlanned { columns.append(Column("Planned", .fixed(setWidth)) { $0.planned }) }
    columns.append(Column("Done", .fixed(setWidth)) { $0.done })
    if hasLast { columns.append(Column("Last time", .fixed(setWidth), role: .dim) { $0.last }) }
    columns.append(Column("RPE", .fixed(4), alignment: .trailing) { $0.effort })
    if hasRest {
      columns.append(Column("Rest", .fixed(5), alignment: .trailing, role: .dim) { $0.rest })
    }
    return columns
  }
}
