import ReducerRuntime

/// A feature with a list of recipes and a stack of the screens opened from it.
@Reducer
struct Cookbook {
  @Reducer(state: .equatable)
  enum Path {
    case recipe(RecipeDetail)
    case cooking(Cooking)
  }

  @ObservableState
  struct State: Equatable {
    var recipes: [Recipe] = .samples
    /// The offset of the selected recipe.
    var selection = 0
    var path = StackState<Path.State>()
  }

  enum Action {
    case backKeyPressed
    case moveKeyPressed(Int)
    case openKeyPressed
    case path(StackActionOf<Path>)
    /// A key was pressed that belongs to the screen on top.
    case topScreen(Path.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .backKeyPressed:
        // Also cancels the effects of the screen.
        _ = state.path.popLast()
        return .none
      case .moveKeyPressed(let offset):
        let last = state.recipes.count - 1
        state.selection = min(max(0, state.selection + offset), last)
        return .none
      case .openKeyPressed:
        state.path.append(.recipe(RecipeDetail.State(recipe: state.recipes[state.selection])))
        return .none
      case .path(.element(id: _, action: .recipe(.delegate(.cook(let recipe))))):
        state.path.append(.cooking(Cooking.State(steps: recipe.steps)))
        return .none
      case .topScreen(let action):
        guard let id = state.path.ids.last else { return .none }
        return .send(.path(.element(id: id, action: action)))
      case .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
