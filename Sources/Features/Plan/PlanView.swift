import Models
import ReducerRuntime
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
      TitleLine("Your plan", style: .dim, shouldTruncateTitle: true) {
        Text(store.challenge.name).style(.title)
      }
      Divider()
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
        Paragraph("There is no plan for this challenge yet. Take a test to make one.").style(.dim)
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
