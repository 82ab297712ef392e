/// A recipe for one person.
struct Recipe: Equatable, Sendable {
  struct Ingredient: Equatable, Sendable {
    var name: String
    var grams: Int
  }

  struct Step: Equatable, Sendable {
    var text: String
    /// The time to wait, if any.
    var minutes: Int?
  }

  var name: String
  var ingredients: [Ingredient]
  var steps: [Step]
}

extension [Recipe] {
  static let samples = [
    Recipe(
      name: "Lentil soup",
      ingredients: [
        .init(name: "red lentils", grams: 70), .init(name: "carrots", grams: 60),
        .init(name: "onions", grams: 40),
      ],
      steps: [
        .init(text: "Chop the vegetables and fry them."),
        .init(text: "Add the lentils and water, and simmer.", minutes: 15),
        .init(text: "Season with salt and lemon."),
      ]),
    Recipe(
      name: "Pancakes",
      ingredients: [
        .init(name: "flour", grams: 60), .init(name: "milk", grams: 120),
        .init(name: "eggs", grams: 55),
      ],
      steps: [
        .init(text: "Whisk everything, and let the batter rest.", minutes: 20),
        .init(text: "Bake both sides in butter."),
      ]),
    Recipe(
      name: "Porridge",
      ingredients: [.init(name: "oats", grams: 50), .init(name: "milk", grams: 250)],
      steps: [.init(text: "Bring to the boil and stir.", minutes: 4)]),
  ]
}
