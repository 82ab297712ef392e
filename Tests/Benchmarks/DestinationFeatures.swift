import ReducerRuntime

// A hierarchy like the app's: tabs with a list, which presents a screen, which presents a timer. The screen is presented
// directly and as a case of an enum, for comparison.

/// A screen with as many properties as the largest state of the app.
@Reducer
struct BenchScreen {
  @ObservableState
  struct State: Identifiable {
    var id = 0
    var title = [1]
    var rules = [2]
    var notes = [3]
    var runs = [4]
    var best = [5]
    var recent = [6]
    var plans = [7]
    var people = [8]
    var rivals = [9]
    var places = [10]
    var weeks = [11]
    var days = [12]
    var reps = [13]
    var splits = [14]
    var paces = [15]
    var totals = [16]
    var badges = [17]
    var hints = [18]
    var errors = [19]
    @Presents var timer: BenchTimer.State? = BenchTimer.State()
  }
  enum Action: Sendable { case timer(PresentationAction<BenchTimer.Action>) }

  var body: some Reducer<State, Action> {
    EmptyReducer().ifLet(\.$timer, action: \.timer) { BenchTimer() }
  }
}

@Reducer
struct BenchScreenList {
  @ObservableState
  struct State { @Presents var screen: BenchScreen.State? = BenchScreen.State() }
  enum Action: Sendable { case screen(PresentationAction<BenchScreen.Action>) }

  var body: some Reducer<State, Action> {
    EmptyReducer().ifLet(\.$screen, action: \.screen) { BenchScreen() }
  }
}

@Reducer
struct BenchScreenTabs {
  @ObservableState
  struct State { var list = BenchScreenList.State() }
  enum Action: Sendable { case list(BenchScreenList.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.list, action: \.list) { BenchScreenList() }
  }
}

@Reducer
enum BenchDestination {
  case counter(ObservedCounter)
  case screen(BenchScreen)
  case detail(BenchDetail)
}

@Reducer
struct BenchDestinationList {
  @ObservableState
  struct State {
    @Presents var destination: BenchDestination.State? = .screen(BenchScreen.State())
  }
  enum Action: Sendable { case destination(PresentationAction<BenchDestination.Action>) }

  var body: some Reducer<State, Action> {
    EmptyReducer().ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct BenchDestinationTabs {
  @ObservableState
  struct State { var list = BenchDestinationList.State() }
  enum Action: Sendable { case list(BenchDestinationList.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.list, action: \.list) { BenchDestinationList() }
  }
}
