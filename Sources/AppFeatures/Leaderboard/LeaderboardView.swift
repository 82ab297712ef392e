import CatalogueFeatures
import Clients
import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A view of a leaderboard, or of the open workout or picker.
struct LeaderboardView: RetainedView {
  let store: StoreOf<Leaderboard>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .workout(let store): WorkoutDetailView(store: store)
    case .picker(let store): PickerView(store: store)
    case .errorSheet(let sheet): StandingsView(store: store).errorSheet(sheet)
    case nil:
      StandingsView(store: store).overlay {
        if store.isAskingToPublish {
          let question = store.state.publishingQuestion
          Alert(
            question.title, message: question.message,
            choices: Leaderboard.publishingKeys.hints(in: store.state))
        }
      }
    }
  }
}

private struct StandingsView: RetainedView {
  let store: StoreOf<Leaderboard>

  var body: some View {
    SplitView { room in
      list(in: room.size, hasPage: room.hasPage)
    } page: { size in
      if let page = store.page {
        if let workout = page.workout {
          WorkoutCard(
            workout: workout, challenge: store.challenge, name: page.standing.name,
            isYours: page.standing.isYou, place: store.state.place(of: page.standing), size: size)
        } else if let failure = page.failure {
          Paragraph(failure.sentence).style(.warning)
        } else {
          Paragraph("This workout no longer exists.").style(.dim)
        }
      }
    }
  }

  private func list(in size: Size, hasPage: Bool) -> some View {
    VStack {
      heading.readable().frame(height: 2)
      WaitingRaceLine(race: store.races.waiting, catalogue: store.catalogue)
      if store.window.entries.isEmpty {
        if store.isLoading {
          Text("Loading…").style(.dim)
        } else if store.failure == nil {
          EmptyLeaderboardView(filter: store.boardFilter, source: store.source)
        }
      } else {
        Table(
          store.window.entries, selection: store.window.selection,
          columns: columns(in: size.width, hasPage: hasPage))
        if let place = store.yourPlace {
          Divider()
          ViewThatFits {
            Text(place.text)
            Text(place.shortText)
            Text(place.shortestText)
          }
          .style(.accent)
        }
        if let marks = store.window.marksText { Text(marks).style(.dim) }
      }
      if let staleness = store.stalenessText { Paragraph(staleness).style(.warning) }
      if let problem = store.publicationProblem { Paragraph(problem).style(.warning) }
      if let failure = store.failure ?? store.changes.failure {
        Paragraph(failure.sentence).style(.warning)
        HStack(spacing: 1) {
          Text("Press")
          HintKeys(Hint("r", "refresh"))
          Text("to try again.")
        }
        .style(.dim)
      } else if let notice = store.notice {
        Paragraph(notice).style(.accent)
      }
    }
    .expanded()
  }

  /// The heading: the name, the period, and the number of people if it fits.
  ///
  /// In a narrow terminal the end of the week is on the line below.
  private var heading: some View {
    ViewThatFits {
      heading(hasCount: true)
      heading(hasCount: false)
      heading(hasCount: true, isNarrow: true)
      heading(hasCount: false, isNarrow: true)
    }
  }

  private func heading(hasCount: Bool, isNarrow: Bool = false) -> some View {
    VStack {
      HStack(spacing: 2) {
        Text(store.challenge.name).style(.title)
        Spacer()
        Text(isNarrow ? store.boardFilter.title : period).style(.accent)
        if hasCount, let count { Text(count).style(.dim) }
      }
      if store.sources.count > 1 {
        sourceLine(weekEnd: isNarrow ? weekEnd : nil)
      } else if isNarrow, let weekEnd {
        Text("until \(weekEnd)").style(.dim)
      } else {
        Divider()
      }
    }
  }

  /// The name of the source and, if there is room, whether workouts are published there.
  private func sourceLine(weekEnd: String?) -> some View {
    ViewThatFits {
      sourceLine(weekEnd: weekEnd, publication: store.publicationText)
      sourceLine(weekEnd: weekEnd, publication: nil)
    }
  }

  private func sourceLine(weekEnd: String?, publication: String?) -> some View {
    HStack(spacing: 2) {
      Text(PersonName.truncated(store.source.name)).style(.accent)
      if let weekEnd { Text("until \(weekEnd)").style(.dim) }
      Spacer()
      if let publication { Text(publication).style(.dim) }
    }
  }

  /// Returns the columns for a width: rank, name and result always, and the date if it fits.
  ///
  /// If there is no room for both the bars and the time of day, the time is omitted.
  private func columns(in width: Int, hasPage: Bool) -> [Column<Standing>] {
    let challenge = store.challenge
    let rank = Column<Standing>("#", .fixed(5), alignment: .trailing) { "\($0.rank)" }
    func name(_ width: Column<Standing>.Width = .flexible) -> Column<Standing> {
      Column("Name", width) { standing, environment in
        let name = PersonName.truncated(standing.name)
        let mark = standing.provenance.mark(environment.canDrawGraphics)
        return (standing.isYou ? "\(name) (you)" : name) + mark
      }
    }
    let result = Column<Standing>("Result", .fixed(14), alignment: .trailing) {
      $0.score.isComplete ? challenge.text($0.score) : challenge.shortText($0.score)
    }
    let shortResult = Column<Standing>("Result", .fixed(10), alignment: .trailing) {
      challenge.shortText($0.score)
    }
    let bars = store.state.bars
    func bar(_ width: Column<Standing>.Width) -> Column<Standing> {
      Column("", width, bar: bars.bar)
    }
    let day = Column<Standing>("When", .fixed(10), role: .dim) {
      $0.localTime.date.localText
    }
    let dateAndTime = Column<Standing>("When", .fixed(16), role: .dim) {
      $0.localTime.localText
    }
    // The page beside the list shows the date.
    if hasPage {
      return [rank, name(.fixed(PersonName.maxDisplayWidth)), shortResult, bar(.flexible)]
    }
    return switch width {
    case 98...: [rank, name(), result, bar(.fixed(24)), dateAndTime]
    case 76...: [rank, name(), result, bar(.fixed(14)), day]
    case 56...: [rank, name(), shortResult, dateAndTime]
    default: [rank, name(), shortResult]
    }
  }

  private var period: String {
    weekEnd.map { "\(store.boardFilter.title), until \($0)" } ?? store.boardFilter.title
  }

  private var weekEnd: String? {
    guard let end = store.window.week?.end else { return nil }
    return "\(end.weekdayName) \(end.localText) 00:00"
  }

  private var count: String? {
    if store.isLoading { return "Loading…" }
    // The number is unknown until a page is loaded.
    if store.window.entries.isEmpty, store.failure != nil { return nil }
    let count = store.window.participantCount
    return count == 1 ? "1 person" : "\(count) people"
  }
}

/// A text for a leaderboard without entries.
private struct EmptyLeaderboardView: View {
  let filter: LeaderboardFilter
  let source: LeaderboardSource

  var body: some View {
    VStack {
      Text(
        "Nobody \(source.has(.local) ? "" : "in the group ")has done this\(filter.isLiveOnly ? " live" : "")\(filter.period != .allTime ? " this week" : "") yet."
      )
      HStack(spacing: 1) {
        Text("Be the first: press")
        HintKeys(Hint("1", "workouts"))
        Text("and open it.")
      }
    }
    .style(.dim)
  }
}

// MARK: - Bars

extension Leaderboard.State {
  var bars: StandingBars {
    StandingBars(
      scoring: challenge.scoring, topScore: window.topScore, nextScore: window.nextAbove?.score)
  }

  var yourPlace: YourPlace? {
    window.yourStanding.map {
      YourPlace(standing: $0, next: window.nextAbove, challenge: challenge)
    }
  }
}

/// A sentence with your place and the difference from the next better place.
struct YourPlace: Equatable {
  let standing: Standing
  let next: Standing?
  let challenge: Challenge

  /// `You're 14th with 48 reps, 1 rep behind 13th`.
  var text: String { "\(shortestText) with \(challenge.text(standing.score))\(differenceText)" }

  /// `You're 14th, 1 rep behind 13th`.
  var shortText: String { shortestText + differenceText }

  var shortestText: String { "You're \(standing.rank.ordinalText)" }

  private var differenceText: String {
    guard let next,
      let difference = challenge.scoring.difference(between: standing.score, and: next.score)
    else {
      return ""
    }
    return ", \(difference) behind \(next.rank.ordinalText)"
  }
}

/// A bar chart of scores, relative to the score of the first place.
///
/// Your bar is highlighted and marks the score of the next better place.
struct StandingBars: Equatable {
  let scoring: Challenge.Scoring
  let topScore: Score?
  /// The score of the place above yours.
  let nextScore: Score?

  /// Returns the bar of a standing; `nil` if its score can't be compared with the top score.
  @MainActor
  func bar(of standing: Standing) -> ShareBar? {
    guard let topScore, let share = scoring.share(of: standing.score, in: topScore) else {
      return nil
    }
    let target = standing.isYou ? nextScore.flatMap { scoring.share(of: $0, in: topScore) } : nil
    return ShareBar(
      share, target: target, role: standing.isYou ? .accent : .dim,
      words: "\(Int((share * 100).rounded()))% of the best")
  }
}
