import ReducerRuntime
import TerminalUI

/// The root view: the top screen of the stack (or the list if the stack is empty), and the key hints.
struct CookbookView: RetainedView {
  let store: StoreOf<Cookbook>

  var body: some View {
    VStack {
      TopScreen(store: store).padding().expanded()
      HintBar(
        Cookbook.keys.hints(in: store.state) + [Hint("q", "quit")], always: ["quit"], last: nil)
    }
  }
}

private struct TopScreen: RetainedView {
  let store: StoreOf<Cookbook>

  var body: some View {
    switch store.scope(state: \.path, action: \.path).elements().last?.case {
    case .recipe(let store): RecipeDetailView(store: store)
    case .cooking(let store): CookingView(store: store)
    case nil: RecipeList(store: store)
    }
  }
}

private struct RecipeList: RetainedView {
  let store: StoreOf<Cookbook>

  var body: some View {
    VStack {
      Text("Cookbook").style(.title)
      List(store.recipes, selection: store.selection) { Text($0.name) }
    }
  }
}

private struct RecipeDetailView: RetainedView {
  let store: StoreOf<RecipeDetail>

  var body: some View {
    let servings = store.servings
    VStack {
      Text(store.recipe.name).style(.title)
      Text("for \(servings) \(servings == 1 ? "person" : "people")").style(.dim)
      ForEach(store.recipe.ingredients) { Text("\($0.grams * servings) g \($0.name)") }
    }
  }
}

private struct CookingView: RetainedView {
  let store: StoreOf<Cooking>

  var body: some View {
    VStack {
      Text("Step \(store.current + 1) of \(store.steps.count)").style(.title)
      Paragraph(store.step.text)
      if let remaining = store.remaining {
        Text(remaining.formatted).style(.accent)
      } else if let minutes = store.step.minutes {
        Text("\(minutes) minutes").style(.dim)
      }
    }
  }
}

extension Duration {
  /// The duration as minutes and seconds: `4:00`.
  fileprivate var formatted: String {
    let (minutes, seconds) = components.seconds.quotientAndRemainder(dividingBy: 60)
    return "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
  }
}
