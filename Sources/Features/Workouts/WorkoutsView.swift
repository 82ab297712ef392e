import Models
import ReducerRuntime
import TerminalUI

/// The catalogue, or the screen that replaces it.
struct WorkoutsView: RetainedView {
  let store: StoreOf<Workouts>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .detail(let store): ChallengeDetailView(store: store)
    case .history(let store): HistoryView(store: store)
    case .strength(let store): ExercisesView(store: store)
    case .challengeEditor(let store): ChallengeEditorView(store: store)
    case .strengthWorkout(let store): StrengthWorkoutView(store: store)
    case .workout(let store): WorkoutDetailView(store: store)
    case .errorSheet(let sheet): CatalogueView(store: store).errorSheet(sheet)
    case nil: CatalogueView(store: store).welcomeMessage(store.isFirstStart)
    }
  }
}

/// The list of challenges, with the page of the selected one if there is room.
private struct CatalogueView: RetainedView {
  let store: StoreOf<Workouts>

  var body: some View {
    SplitView { room in
      list(in: room.size.width, hasPage: room.hasPage)
    } page: { _ in
      if let page = store.scope(state: \.page, action: \.page) {
        ChallengeCard(store: page, hasButtons: false)
      }
    }
  }

  private func list(in width: Int, hasPage: Bool) -> some View {
    let rows = CatalogueRow.rows(of: store.visibleChallenges)
    return VStack {
      if let next = store.nextPlan {
        NextSessionLine(plan: next.plan, challenge: next.challenge, today: store.today)
      }
      Table(
        rows, selection: CatalogueRow.position(of: store.selection, in: rows),
        columns: columns(in: width, hasPage: hasPage), role: { $0.role })
      line(in: rows, hasPage: hasPage)
    }
  }

  @ViewBuilder private func line(in rows: [CatalogueRow], hasPage: Bool) -> some View {
    if store.isSearching || !store.input.isEmpty {
      HStack {
        SearchText(input: store.input, isEdited: store.isSearching)
        if rows.isEmpty { Text("  No matches").style(.dim) }
      }
    } else if let failure = store.failure {
      Paragraph(failure.sentence).style(.warning)
    } else if let notice = store.notice {
      ChangeNoticeLine(notice)
    } else if let challenge = store.selectedChallenge, !hasPage {
      Text(challenge.summary).style(.dim)
    }
  }

  /// Returns the columns that fit, by importance: the name, the best and last results, the scoring, the latest results.
  private func columns(in width: Int, hasPage: Bool) -> [Column<CatalogueRow>] {
    let results = store.results
    let name = Column<CatalogueRow>("Challenge") { row in
      switch row {
      case .heading(let kind): kind.title
      case .challenge(let challenge): " \(challenge.name)"
      }
    }
    let scoring = Column<CatalogueRow>(
      "Scored by", .fixed(Challenge.widestShortScoringTitle), role: .dim
    ) { $0.challenge?.shortScoringTitle ?? "" }
    let last = Column<CatalogueRow>("Last", .fixed(11), alignment: .trailing) { row in
      guard let challenge = row.challenge else { return "" }
      guard let last = results[challenge.id]?.last else { return "-" }
      return challenge.resultText(of: last, isShort: true)
    }
    let best = Column<CatalogueRow>("Best", .fixed(11), alignment: .trailing) { row in
      guard let challenge = row.challenge else { return "" }
      return results[challenge.id]?.best.map(challenge.shortText) ?? "-"
    }
    let recent = Column<CatalogueRow>("Recent", .fixed(PersonalResults.maxRecentCount)) { row in
      guard let challenge = row.challenge, let results = results[challenge.id] else { return nil }
      return results.sparkline(by: challenge.scoring)
    }
    // The page beside the list shows the scoring.
    if hasPage { return width >= 60 ? [name, recent, last, best] : [name, recent, best] }
    return switch width {
    case Workouts.minWidthForSparklines...: [name, scoring, recent, last, best]
    case 76...: [name, scoring, last, best]
    case 50...: [name, last, best]
    case 38...: [name, best]
    default: [name]
    }
  }
}

extension CatalogueRow {
  var challenge: Challenge? {
    if case .challenge(let challenge) = self { challenge } else { nil }
  }

  var role: Theme.Role {
    if case .heading = self { .title } else { .text }
  }
}
