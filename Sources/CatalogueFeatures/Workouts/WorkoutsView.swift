import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI
import TimerFeatures

/// The catalogue, or the screen that replaces it.
public struct WorkoutsView: RetainedView {
  let store: StoreOf<Workouts>

  public init(store: StoreOf<Workouts>) { self.store = store }

  public var body: some View {
    if store.hasActiveWorkout,
      let session = store.scope(state: \.session, action: \.session.presented)
    {
      WorkoutTimerView(store: session)
    } else {
      switch store.scope(state: \.destination, action: \.destination.presented)?.case {
      case .detail(let store): ChallengeDetailView(store: store)
      case .history(let store): HistoryView(store: store)
      case .strength(let store): ExercisesView(store: store)
      case .programs(let store): ProgramsView(store: store)
      case .challengeEditor(let store): ChallengeEditorView(store: store)
      case .race(let store): RaceRoomView(store: store)
      case .workout(let store): WorkoutDetailView(store: store)
      case .errorSheet(let sheet): CatalogueView(store: store).errorSheet(sheet)
      case nil: CatalogueView(store: store).welcomeMessage(store.isFirstStart)
      }
    }
  }
}

/// The list of challenges, with the page of the selected challenge if there is room.
private struct CatalogueView: RetainedView {
  let store: StoreOf<Workouts>

  var body: some View {
    // Moving the selection draws the list again, but with the same rows.
    let rows = CatalogueRow.rows(of: store.visibleChallenges)
    SplitView { room in
      list(of: rows, in: room.size.width, hasPage: room.hasPage)
    } page: { _ in
      if let page = store.scope(state: \.page, action: \.page) {
        ChallengeCard(store: page, hasButtons: false)
      }
    }
  }

  private func list(of rows: [CatalogueRow], in width: Int, hasPage: Bool) -> some View {
    VStack {
      WaitingRaceLine(race: store.races.waiting, catalogue: store.catalogue)
      if let next = store.next { NextSessionLine(next: next, today: store.today) }
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
    let (name, scoring) = (CatalogueRow.name, CatalogueRow.scoring)
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

/// A line with the next session.
struct NextSessionLine: View {
  let next: NextSession
  let today: Int64

  var body: some View {
    let hint = Hint("n", "next session")
    HStack(spacing: 1) {
      HintKeys(hint).style(.key)
      Text("Next, \(due):").style(.accent)
      Text(next.text)
    }
    .tappable(hint)
  }

  private var due: String { next.day(today: today).dueText(today: today) }
}

/// An introduction above the catalogue: the purpose of the program and the first keys.
///
/// It is shown until the person has a result.
struct WelcomeView: View {
  let size: Size

  var body: some View {
    KeyNameReader { key in
      if size.height < 12 {
        Paragraph(
          "Choose a challenge: \(key("Enter", "open")) opens it, then \(key("s", "start")) starts it. "
            + "\(key("?", "help")) lists the keys, \(key("q", "quit")) quits."
        )
        .style(.accent)
      } else {
        VStack {
          Text("Welcome to Ladder").style(.title)
          Paragraph(
            "Workouts against the clock: one key counts your reps, and every result is kept. "
              + "Choose one with \(key("Enter", "open")), start it with \(key("s", "start")), "
              + "count with \(key("Space", "rep")). "
              + "\(key("?", "help")) lists all keys, \(key("q", "quit")) quits.")
          Divider()
        }
      }
    }
  }
}

extension View {
  /// Shows the view below the introduction on the first start.
  @ViewBuilder func welcomeMessage(_ isFirstStart: Bool) -> some View {
    if isFirstStart {
      SizeReader { size in
        VStack {
          WelcomeView(size: size)
          self.expanded()
        }
      }
    } else {
      self
    }
  }
}
