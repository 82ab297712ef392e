import Models
import TerminalUI

/// The sessions of a training plan in one row, grouped by week.
///
/// Completed sessions are full, the next one shows its completed sets, and upcoming ones are empty.
///
/// ```text
/// ████ ████ ██░░  ···· ···· ····   2 of 12 done
/// ```
struct PlanStrip: PrimitiveView {
  let plan: TrainingPlan
  /// The local day, in days since 1970.
  let today: Int64

  private static let gap = 1
  private static let weekGap = 2
  private static let wordsGap = 3

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    guard environment.canDrawGraphics, let columns = columns(in: proposal.width) else {
      return Layout(Size(TextWidth.width(of: sentence), 1))
    }
    return Layout(Size(length(of: columns) + Self.wordsGap + TextWidth.width(of: words), 1))
  }

  func draw(in canvas: inout Canvas) {
    guard canvas.environment.canDrawGraphics, let columns = columns(in: canvas.size.width) else {
      canvas.write(sentence, row: 0)
      return
    }
    var x = 0
    for (index, session) in plan.sessions.enumerated() {
      if index > 0 { x += session.week == plan.sessions[index - 1].week ? Self.gap : Self.weekGap }
      draw(session, at: x, columns, &canvas)
      x += columns
    }
    canvas.write(words, at: Point(x + Self.wordsGap, 0), style: canvas.theme.dim)
  }

  private func draw(_ session: TrainingSession, at x: Int, _ columns: Int, _ canvas: inout Canvas) {
    let done = min(columns, columns * completedSets(of: session) / session.sets)
    let isNext = session.number == plan.completedDays.count + 1
    let full = canvas.glyphs.bar[canvas.glyphs.bar.count - 1]
    canvas.fill(
      Rect(x: x, y: 0, width: done, height: 1), with: full,
      style: isNext ? canvas.theme.accent : canvas.theme.good)
    canvas.fill(
      Rect(x: x + done, y: 0, width: columns - done, height: 1),
      with: isNext ? canvas.glyphs.barEmpty : canvas.glyphs.shades[0],
      style: isNext ? canvas.theme.accent : canvas.theme.dim)
  }

  private func completedSets(of session: TrainingSession) -> Int {
    if session.number <= plan.completedDays.count { return session.sets }
    guard session.number == plan.completedDays.count + 1, let next = plan.nextSet(today: today)
    else {
      return 0
    }
    return next.number - 1
  }

  private var words: String { "\(plan.completedDays.count) of \(plan.sessions.count) done" }

  /// The text in place of the strip, if there is no room or in plain output.
  private var sentence: String {
    "\(plan.completedDays.count) of \(plan.sessions.count) sessions done"
  }

  /// Returns the number of columns of a session; `nil` if only the text fits.
  private func columns(in width: Int) -> Int? {
    let room = width - TextWidth.width(of: words) - Self.wordsGap
    return [5, 4, 3, 2].first { length(of: $0) <= room }
  }

  /// Returns the number of columns of all sessions.
  private func length(of columns: Int) -> Int {
    let (sessions, weeks) = (plan.sessions.count, plan.sessions.last?.week ?? 1)
    return sessions * columns + (sessions - weeks) * Self.gap + (weeks - 1) * Self.weekGap
  }
}
