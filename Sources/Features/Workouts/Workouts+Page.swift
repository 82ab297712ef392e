import Clients
import Models
import ReducerRuntime

extension Workouts {
  /// Reads the page of the selected challenge where it is shown beside the list.
  ///
  /// One page is read at a time, and the one that is there stays until the next can take its place: moving fast through
  /// the list reads few of them, and nothing flickers.
  ///
  /// - Parameter isStale: Whether the page that is there has to be read again.
  func updatePage(_ state: inout State, isStale: Bool = false) -> Effect<Action> {
    guard state.showsPages, let challenge = state.selectedChallenge else {
      state.page = nil
      guard state.pageRequest != nil else { return .none }
      state.pageRequest = nil
      return .cancel(id: CancelID.page)
    }
    guard isStale || state.pageRequest == nil && state.page?.challenge != challenge else {
      return .none
    }
    state.pageRequest = challenge
    return .run { send in
      await send(
        ._internal(
          .pageResponse(
            challenge,
            outcome { try await ChallengeDetail.Results(of: challenge, from: workouts) })))
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

extension Workouts.State {
  /// Shows a page that was read. Of one that could not be read it says so.
  mutating func showPage(
    of challenge: Challenge, _ results: Result<ChallengeDetail.Results, Failure>
  ) {
    pageRequest = nil
    var page = ChallengeDetail.State(
      challenge: challenge, results: try? results.get(), showsFilms: showsFilms)
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
