import Models
import TerminalUI

/// A line with the name of the shown leaderboard, and whether workouts are published there.
struct GroupLine: View {
  let group: Leaderboard.GroupBoard?
  let weekEnd: String?

  var body: some View {
    ViewThatFits {
      line(hasPublication: true)
      line(hasPublication: false)
    }
  }

  private func line(hasPublication: Bool) -> some View {
    HStack(spacing: 2) {
      Text(group.map { PersonName.truncated($0.group.name) } ?? "This machine").style(.accent)
      if let weekEnd { Text("until \(weekEnd)").style(.dim) }
      Spacer()
      if hasPublication, let text = group?.publicationText { Text(text).style(.dim) }
    }
  }
}

/// The lines below a group's leaderboard: its age if it may be out of date, and problems with publishing.
struct GroupStatusView: View {
  let group: Leaderboard.GroupBoard

  var body: some View {
    VStack {
      if let staleness = group.stalenessText { Paragraph(staleness).style(.warning) }
      if let problem = group.publicationProblem { Paragraph(problem).style(.warning) }
    }
  }
}

extension Leaderboard.State {
  /// The explanation of the marks of the loaded entries, if any has one.
  var marksText: String? { Workout.Provenance.legend(of: entries.map(\.provenance)) }
}
