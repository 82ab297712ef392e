import Clients
import Models
import ReducerRuntime
import TerminalUI

/// A summary of your training: totals, streaks, a calendar, and records.
@Reducer
public struct Statistics {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var summary: TrainingSummary?
    /// Whether the charts show body weight and effort instead of weeks.
    public internal(set) var showsFigures = false
    @SharedReader(.settings) var settings
    public internal(set) var failure: Failure?

    /// The progress of the goal for the week, if there is one.
    var goalProgress: GoalProgress? {
      guard let summary, let goal = settings.goal else { return nil }
      return GoalProgress(goal, in: summary)
    }

    public init() {}

    /// Whether there is a figure to show.
    var hasFigures: Bool { summary?.figures.isEmpty == false }
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public enum Command: Sendable {
      /// Load or reload the summary.
      case load
      /// Show the charts of body weight and effort, or those of the weeks.
      case toggleFigures
    }

    @CasePathable
    public indirect enum Delegate: Equatable, Sendable {
      case failed(Failure)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case summaryResponse(Result<TrainingSummary, Failure>)
    }

    case view(Never)
    case command(Command)
    case delegate(Delegate)
    case _internal(Internal)
  }

  enum CancelID { case summary }

  @Dependency(\.statistics) var statistics

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .command(.load):
        return load(state)

      case .command(.toggleFigures):
        state.showsFigures = state.hasFigures && !state.showsFigures
        return .none

      case ._internal(.summaryResponse(.success(let summary))):
        state.summary = summary
        if summary.figures.isEmpty { state.showsFigures = false }
        state.failure = nil
        return .none

      case ._internal(.summaryResponse(.failure(let failure))):
        state.failure = failure
        return .send(.delegate(.failed(failure)))

      case .delegate:
        return .none
      }
    }
  }

  private func load(_ state: State) -> Effect<Action> {
    .request(CancelID.summary) { [request = SummaryRequest(state.settings)] in
      try await statistics.summary(request: request)
    } response: {
      ._internal(.summaryResponse($0))
    }
  }
}

// MARK: - View

/// A view of totals and streaks on two lines, and of the charts if they fit.
struct StatisticsView: View {
  let store: StoreOf<Statistics>
  let catalogue: Catalogue
  /// The size of this view and the list below together.
  let size: Size

  var body: some View {
    VStack {
      if let failure = store.failure {
        Paragraph(failure.sentence).style(.warning)
      } else if let summary = store.summary {
        Text(totals(summary))
        ViewThatFits {
          Text(streaks(summary, day: " day", week: " week")).style(.dim)
          Text(streaks(summary, day: "d", week: "w")).style(.dim)
        }
        if let progress = store.goalProgress { GoalLine(progress: progress) }
        if size.height >= 17, summary.workoutCount > 0 {
          Text("")
          StatisticsCharts(
            summary: summary, catalogue: catalogue, showsFigures: store.showsFigures,
            size: Size(size.width, size.height >= 45 ? 16 : size.height >= 26 ? 11 : 8))
        }
      } else {
        Text("Loading…").style(.dim)
      }
    }
  }

  private func totals(_ summary: TrainingSummary) -> String {
    let workouts = summary.workoutCount == 1 ? "1 workout" : "\(summary.workoutCount) workouts"
    let reps = summary.reps.repsText
    return "\(workouts), \(reps), \(time(summary.duration))"
  }

  /// Returns a duration in seconds, or in minutes from one minute on.
  private func time(_ duration: Duration) -> String {
    let minutes = duration.wholeMinutes
    return switch minutes {
    case ..<1: "\(duration.components.seconds) s"
    case ..<60: "\(minutes) min"
    default: "\(minutes / 60) h \(minutes % 60) min"
    }
  }

  /// Returns the streaks in words.
  ///
  /// - Parameters:
  ///   - day: The unit after a number of days. A whole word gets a plural.
  ///   - week: The unit after a number of weeks.
  private func streaks(_ summary: TrainingSummary, day: String, week: String) -> String {
    func text(_ streak: Streak, _ unit: String) -> String {
      let plural = streak.current != 1 && unit.count > 1 ? "s" : ""
      return "\(streak.current)\(unit)\(plural) (best \(streak.longest))"
    }
    return "Streak: \(text(summary.dayStreak, day)), \(text(summary.weekStreak, week))"
  }
}

/// The progress of the goal for the week: a bar with its text, or the text alone where there is little room.
private struct GoalLine: View {
  let progress: GoalProgress

  var body: some View {
    let text = Text("This week: \(progress.text)").style(progress.isReached ? .good : .accent)
    SizeReader { size in
      if size.width >= 60 {
        HStack(spacing: 2) {
          text
          ProgressBar(progress.fraction, label: "")
        }
      } else {
        text
      }
    }
    .frame(height: 1)
  }
}
