import ReducerRuntime

/// A feature that shows the ingredients of a recipe for a number of people.
@Reducer
struct RecipeDetail {
  @ObservableState
  struct State: Equatable {
    let recipe: Recipe
    var servings = 2
  }

  enum Action: Equatable {
    case cookKeyPressed
    case delegate(Delegate)
    case servingsKeyPressed(Int)

    /// Messages to the parent.
    @CasePathable
    enum Delegate: Equatable { case cook(Recipe) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cookKeyPressed:
        return .send(.delegate(.cook(state.recipe)))
      case .servingsKeyPressed(let change):
        state.servings = min(max(1, state.servings + change), 12)
        return .none
      case .delegate:
        return .none
      }
    }
  }
}
