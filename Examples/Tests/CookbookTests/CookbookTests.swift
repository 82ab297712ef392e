import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import XCTest

@testable import cookbook

/// Tests in XCTest. Those of the other examples are in Swift Testing.
final class CookbookTests: XCTestCase {
  @MainActor
  func testScreensArePushedAndPopped() async {
    let store = TestStore(initialState: Cookbook.State.withTea) { Cookbook() }
    await store.send(.moveKeyPressed(3)) { $0.selection = 3 }
    await store.send(.moveKeyPressed(1))
    await store.send(.openKeyPressed) {
      $0.path[id: 0] = .recipe(RecipeDetail.State(recipe: .tea))
    }
    await store.send(.topScreen(.recipe(.servingsKeyPressed(-1))))
    await store.receive(\.path[id: 0].recipe.servingsKeyPressed) {
      $0.path[id: 0, case: \.recipe]?.servings = 1
    }
    await store.send(.topScreen(.recipe(.cookKeyPressed)))
    await store.receive(\.path[id: 0].recipe.cookKeyPressed)
    await store.receive(\.path[id: 0].recipe.delegate.cook) {
      $0.path[id: 1] = .cooking(Cooking.State(steps: Recipe.tea.steps))
    }
    await store.send(.backKeyPressed) { $0.path[id: 1] = nil }
    await store.send(.backKeyPressed) { $0.path[id: 0] = nil }
  }

  // Neither the test nor its class is on the main actor.
  func testATimerEndsWithItsScreen() async {
    let clock = TestClock()
    let store = await TestStore(initialState: Cookbook.State.cookingTea) {
      Cookbook()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.path(.element(id: 0, action: .cooking(.timerKeyPressed)))) {
      $0.path[id: 0, case: \.cooking]?.remaining = .seconds(240)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].cooking.timerTick) {
      $0.path[id: 0, case: \.cooking]?.remaining = .seconds(239)
    }
    await store.send(.backKeyPressed) { $0.path[id: 0] = nil }
    await clock.advance(by: .seconds(60))
    await store.finish()
  }

  @MainActor
  func testAScreenDismissesItselfAfterTheLastStep() async {
    let store = TestStore(initialState: Cookbook.State.cookingTea) { Cookbook() }
    await store.send(.path(.element(id: 0, action: .cooking(.nextKeyPressed)))) {
      $0.path[id: 0, case: \.cooking]?.current = 1
    }
    await store.send(.path(.element(id: 0, action: .cooking(.nextKeyPressed))))
    await store.receive(\.path.popFrom) { $0.path[id: 0] = nil }
  }

  @MainActor
  func testKeysBelongToTheScreenOnTop() {
    let store = Store(initialState: Cookbook.State.withTea) { Cookbook() }
    let backend = TestBackend(
      StoreProgram(CookbookView(store: store), store: store, keys: Cookbook.keys, start: nil),
      size: Size(40, 7))
    XCTAssertEqual(
      backend.text,
      """
       Cookbook
       Lentil soup
       Pancakes
       Porridge
       Tea

      Enter/→ open  ↑/↓ move  q quit
      """)
    backend.press(.down, .down, .down, .enter, "-")
    XCTAssertEqual(
      backend.text,
      """
       Tea
       for 1 person
       3 g leaves



      Enter cook  + more  Esc back  q quit
      """)
    backend.press(.enter)
    XCTAssertEqual(
      backend.text,
      """
       Step 1 of 2
       Pour water over the leaves.
       4 minutes



      Enter next  t timer  Esc back  q quit
      """)
    backend.press(.escape, .escape)
    XCTAssertEqual(backend.lines.first, " Cookbook")
  }
}

extension Recipe {
  fileprivate static let tea = Recipe(
    name: "Tea", ingredients: [.init(name: "leaves", grams: 3)],
    steps: [.init(text: "Pour water over the leaves.", minutes: 4), .init(text: "Drink.")])
}

extension Cookbook.State {
  fileprivate static var withTea: Self { Self(recipes: .samples + [.tea]) }

  /// The first step of making tea.
  fileprivate static var cookingTea: Self {
    Self(path: StackState([.cooking(Cooking.State(steps: Recipe.tea.steps))]))
  }
}
