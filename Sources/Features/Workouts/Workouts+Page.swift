import Clients
import Models
import ReducerRuntime

extension Workouts {
  /// Reads the page of the selected challenge if pages are shown beside the list.
  ///
  /// - Parameter isStale: Whether the current page must be read again.
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
  /// Shows a page that was read, or the failure to read it.
  mutating func showPage(
    of challenge: Challenge, _ results: Result<ChallengeDetail.Results, Failure>
  ) {
    pageRequest.end()
    var page = ChallengeDetail.State(
      challenge: challenge, results: try? results.get(), showsVideos: showsVideos)
    page.variationBests = variationBests(of: page)
    if case .failure(let failure) = results { page.failure = failure }
    self.page = page
    showPlanOnPage()
  }

  /// Shows the next session of the challenge's training plan on the page.
  mutating func showPlanOnPage() {
    guard let challenge = page?.challenge.id else { return }
    let (plan, today) = (plans.first { $0.challenge == challenge }, today)
    page?.plan.plan = plan
    page?.plan.today = today
  }

  /// Returns the results of a challenge if its page is loaded.
  func knownResults(of challenge: Challenge) -> ChallengeDetail.Results? {
    page?.challenge == challenge ? page?.results : nil
  }
}
