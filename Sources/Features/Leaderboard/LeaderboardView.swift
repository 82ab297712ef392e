import Models
import ReducerRuntime
import TerminalUI

/// Who has done best in one challenge, or how one of them did it.
struct LeaderboardView: RetainedView {
  let store: StoreOf<Leaderboard>

  var body: some View {
    switch store.scope(state: \.destination, action: \.destination.presented)?.case {
    case .workout(let store): WorkoutDetailView(store: store)
    case .picker(let store): ChallengePickerView(store: store)
    case .errorSheet(let sheet): StandingsView(store: store).explaining(sheet)
    case nil: StandingsView(store: store)
    }
  }
}

private struct StandingsView: RetainedView {
  let store: StoreOf<Leaderboard>

  var body: some View {
    VStack {
      SizeReader { size in heading(in: size.width) }.frame(height: 2)
      if store.entries.isEmpty {
        if store.isLoading {
          Text("Loading…").style(.dim)
        } else if store.failure == nil {
          NobodyYet(filter: store.filter)
        }
      } else {
        SizeReader { size in
          Table(
            store.entries, selection: store.selection, columns: columns(in: size.width))
        }
        if let you = store.you {
          Divider()
          Text("You are number \(you.rank) with \(store.challenge.scoring.text(you.score))").style(
            .accent)
        }
      }
      if let failure = store.failure {
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

  /// What finds room beside the name: the period always, and then how many there are. Where it is narrow, the week's end
  /// stands in the place of the line below.
  private func heading(in width: Int) -> some View {
    VStack {
      HStack(spacing: 2) {
        Text(store.challenge.name).style(.title)
        Spacer()
        Text(width < 66 ? store.filter.title : period).style(.accent)
        if width >= 76 || store.week == nil && width >= 50 {
          Text(store.isLoading ? "Loading…" : count).style(.dim)
        }
      }
      if width < 66, let weekEnd {
        Text("until \(weekEnd)").style(.dim)
      } else {
        Divider()
      }
    }
  }

  /// What finds room: the date last.
  private func columns(in width: Int) -> [Column<Standing>] {
    let scoring = store.challenge.scoring
    let columns: [Column<Standing>] = [
      Column("#", .fixed(5), alignment: .trailing) { "\($0.rank)" },
      Column("Name") { standing in
        let name = PersonName.shown(standing.name)
        return standing.isYou ? "\(name) (you)" : name
      },
      Column("Result", .fixed(14), alignment: .trailing) { scoring.text($0.score) },
      Column("When", .fixed(16), role: .dim) { LocalTime($0.achievedAt).text },
    ]
    return width >= 56 ? columns : Array(columns.dropLast())
  }

  private var period: String {
    weekEnd.map { "\(store.filter.title), until \($0)" } ?? store.filter.title
  }

  private var weekEnd: String? {
    guard let end = store.week?.end else { return nil }
    return "\(end.weekdayName) \(end.text) 00:00"
  }

  private var count: String {
    store.participantCount == 1 ? "1 person" : "\(store.participantCount) people"
  }
}

/// The text of a leaderboard without entries.
private struct NobodyYet: View {
  let filter: TimeFilter

  var body: some View {
    VStack {
      Text("Nobody has done this\(filter != .allTime ? " this week" : "") yet.")
      HStack(spacing: 1) {
        Text("Be the first: press")
        HintKeys(Hint("1", "workouts"))
        Text("and open it.")
      }
    }
    .style(.dim)
  }
}
