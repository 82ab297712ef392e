import Models
import TerminalUI

/// The page of a session of a training plan, or of the test after the last one: its day and its sets.
struct PlanEntryPage: View {
  let entry: PlanEntry
  let plan: TrainingPlan
  /// The local day, in days since 1970.
  let today: Int64
  /// The rest between two sets in whole seconds.
  let rest: Int

  var body: some View {
    VStack {
      TitleLine(
        entry.session.map { "Week \($0.week)" } ?? "", style: .dim, shouldTruncateTitle: true
      ) {
        Text(title).style(.title)
      }
      Divider()
      Text(dayText).style(isDone ? .good : isNext ? .accent : .text)
      Text("")
      if let session = entry.session {
        sets(of: session)
        Text("")
        facts(of: session)
      } else {
        Paragraph("Do as much as you can. Your next plan is built from the result.")
        Text("")
        lastTest
      }
    }
  }

  private var title: String {
    entry.session.map { "Session \($0.number) of \(plan.sessions.count)" } ?? "Test"
  }

  private var number: Int { entry.session?.number ?? plan.sessions.count + 1 }
  private var isDone: Bool { number <= plan.completedDays.count }
  private var isNext: Bool { number == plan.completedDays.count + 1 }

  private var dayText: String {
    isDone
      ? "Done on \(entry.day.dayText)" : "\(entry.day.dayText), \(entry.day.dueText(today: today))"
  }

  private func sets(of session: TrainingSession) -> some View {
    let next = isNext ? plan.nextSet(today: today)?.number ?? 1 : isDone ? session.sets + 1 : 0
    return ForEach(1...session.sets) { number in
      HStack(spacing: 2) {
        SetMark(state: number < next ? .done : number == next ? .next : .upcoming)
        Text("Set \(number)").style(.dim).frame(width: 6)
        Text(session.amount.text)
        if number < next {
          Text("done").style(.dim)
        } else if number == next {
          Text("next").style(.accent)
        }
      }
    }
  }

  private func facts(of session: TrainingSession) -> some View {
    VStack {
      fact("Total", total(of: session))
      fact("Between sets", "\(rest) s of rest")
      lastTest
    }
  }

  private var lastTest: some View {
    fact("Your test", "\(plan.test.text), \(plan.test.day.dayText)")
  }

  private func fact(_ name: String, _ value: String) -> some View {
    HStack(spacing: 2) {
      Text(name).style(.dim).frame(width: 12)
      Text(value)
    }
  }

  private func total(of session: TrainingSession) -> String {
    switch session.amount {
    case .reps(let reps, _): (reps * session.sets).repsText
    case .hold(let seconds): Duration.seconds(seconds * session.sets).minutesText
    }
  }
}

/// A mark of one cell for a set that is done, next or upcoming.
private struct SetMark: PrimitiveView {
  enum State { case done, next, upcoming }

  let state: State

  func layout(in proposal: Size, _ environment: Environment) -> Layout { Layout(Size(1, 1)) }

  func draw(in canvas: inout Canvas) {
    switch state {
    case .done: canvas.put(canvas.glyphs.check, at: .zero, style: canvas.theme.good)
    case .next: canvas.put(canvas.glyphs.pointer, at: .zero, style: canvas.theme.accent)
    case .upcoming: canvas.put(canvas.glyphs.shades[0], at: .zero, style: canvas.theme.dim)
    }
  }
}
