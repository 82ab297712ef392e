import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A training plan's screen: the rule with the person's numbers, and the sessions that follow from it.
struct PlanView: RetainedView {
  let store: StoreOf<Plan>
  /// The rest between two sets in whole seconds.
  let rest: Int

  var body: some View {
    SplitView { room in
      list(in: room.size)
    } page: { _ in
      let entries = store.entries
      if let plan = store.plan, entries.indices.contains(store.selection) {
        PlanEntryPage(
          entry: entries[store.selection], plan: plan, today: store.today, rest: rest)
      }
    }
  }

  private func list(in size: Size) -> some View {
    VStack {
      PageTitle(store.challenge.name, note: "Your plan")
      if let plan = store.plan {
        let rule = PlanRule(plan.test).summary
        Paragraph(size.height < 14 ? rule : "\(rule) \(PlanRule.restSummary(rest: rest))")
        if size.height >= 24 { Text("") }
        if size.height >= 14 { PlanStrip(plan: plan, today: store.today) }
        if size.height >= 20 { Text("") }
        Table(
          store.entries, selection: store.selection, columns: columns(in: size.width),
          role: { $0.state.isEmpty || $0.state == "done" ? .text : .accent })
      } else {
        Paragraph("There is no plan for this challenge. Take a test to make one.").style(.dim)
        Spacer()
      }
      if let notice = store.notice {
        KeyNameReader { key in Paragraph(notice.sentence(key)).style(.accent) }
      } else if let failure = store.failure {
        Paragraph(failure.sentence).style(.warning)
      }
    }
  }

  private func columns(in width: Int) -> [Column<PlanEntry>] {
    let week = Column<PlanEntry>("Week", .fixed(5), role: .dim) { entry in
      entry.session.map { "\($0.week)" } ?? ""
    }
    let number = Column<PlanEntry>("Session", .fixed(8)) { entry in
      entry.session.map { "\($0.number)" } ?? ""
    }
    let day = Column<PlanEntry>("Day", .fixed(10)) { $0.day.dayText }
    let sets = Column<PlanEntry>("Sets") { $0.session?.text ?? "test again" }
    let state = Column<PlanEntry>("", .fixed(10)) { $0.state }
    return width >= 52 ? [week, number, day, sets, state] : [day, sets, state]
  }
}

// MARK: - The selected session

/// The page of a session of a training plan, or of the test after the last session: its day and its sets.
struct PlanEntryPage: View {
  let entry: PlanEntry
  let plan: TrainingPlan
  /// The local day, in days since 1970.
  let today: Int64
  /// The rest between two sets in whole seconds.
  let rest: Int

  var body: some View {
    VStack {
      PageTitle(title, note: entry.session.map { "Week \($0.week)" } ?? "")
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
      Fact("Total") { Text(total(of: session)) }
      Fact("Between sets") { Text("\(rest) s of rest") }
      lastTest
    }
  }

  private var lastTest: some View {
    Fact("Your test") { Text("\(plan.test.text), \(plan.test.day.dayText)") }
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

// MARK: - The sessions in one row

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

  /// The text that replaces the strip in plain output, or if there is no room.
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
