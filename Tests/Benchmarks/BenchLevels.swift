import ReducerRuntime

// Nested features around a counter. Each is a separate type, as in an app. With a generic type, the figures would
// include Swift's lookup of generic metadata.

@Reducer
struct Level1 {
  @ObservableState
  struct State { var child = ObservedCounter.State() }
  enum Action: Sendable { case child(ObservedCounter.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { ObservedCounter() }
  }
}

@Reducer
struct Level2 {
  @ObservableState
  struct State { var child = Level1.State() }
  enum Action: Sendable { case child(Level1.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Level1() }
  }
}

@Reducer
struct Level3 {
  @ObservableState
  struct State { var child = Level2.State() }
  enum Action: Sendable { case child(Level2.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Level2() }
  }
}

@Reducer
struct Level4 {
  @ObservableState
  struct State { var child = Level3.State() }
  enum Action: Sendable { case child(Level3.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Level3() }
  }
}

@Reducer
struct Level5 {
  @ObservableState
  struct State { var child = Level4.State() }
  enum Action: Sendable { case child(Level4.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Level4() }
  }
}

@Reducer
struct Level6 {
  @ObservableState
  struct State { var child = Level5.State() }
  enum Action: Sendable { case child(Level5.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Level5() }
  }
}

@Reducer
struct Level7 {
  @ObservableState
  struct State { var child = Level6.State() }
  enum Action: Sendable { case child(Level6.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Level6() }
  }
}

@Reducer
struct Level8 {
  @ObservableState
  struct State { var child = Level7.State() }
  enum Action: Sendable { case child(Level7.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Level7() }
  }
}

@Reducer
struct Level9 {
  @ObservableState
  struct State { var child = Level8.State() }
  enum Action: Sendable { case child(Level8.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Level8() }
  }
}

@Reducer
struct Level10 {
  @ObservableState
  struct State { var child = Level9.State() }
  enum Action: Sendable { case child(Level9.Action) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Level9() }
  }
}
