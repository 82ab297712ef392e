import Clients
import Models
import ReducerRuntime

extension Workouts {
  /// Reads the page of the selected challenge where it is shown beside the list.
  ///
  /// - Parameter isStale: Whether the page that is there has to be read again.
  func updatePage(_ state: inout State, isStale: Bool = false) -> Effect<Action> {
    let selected = state.showsPages ? state.selectedChallenge : nil
    if selected == nil { state.page = nil }
    return state.pageRequest.read(
      selected, shown: state.page?.challenge, isStale: isStale, id: CancelID.page
    ) { challenge in
      ._internal(
        .pageResponse(
          challenge,
          await outcome { try await ChallengeDetail.Results(of: challenge, from: workouts) }))
    }
  }
}

extension Workouts.State {
  /// Shows a page that was read. Of one that could not be read it says so.
  mutating func showPage(
    of challenge: Challenge, _ results: Result<ChallengeDetail.Results, Failure>
  ) {
    pageRequest.end()
    var page = ChallengeDetail.State(
      challenge: challenge, results: try? results.get(), showsVideos: showsVideos)
    if case .failure(let failure) = results { page.failure = failure }
    self.page = page
    showPlanOnPage()
  }

  /// Shows on the page what its challenge's training plan has next.
  mutating func showPlanOnPage() {
    guard let challenge = page?.challenge.id else { return }
    let (plan, today) = (plans.first { $0.challenge == challenge }, today)
    page?.plan.plan = plan
    page?.plan.today = today
  }

  /// Returns how people have done in a challenge, if its page is there.
  func knownResults(of challenge: Challenge) -> ChallengeDetail.Results? {
    page?.challenge == challenge ? page?.results : nil
  }
}
