import Testing

@testable import Models

struct BarTests {
  @Test(arguments: [
    ("20", Weight.Unit.kilograms, "", "20kg"), ("100", .kilograms, "25 + 15", "100kg"),
    ("102.5", .kilograms, "25 + 15 + 1.25", "102.5kg"), ("101", .kilograms, "25 + 15", "100kg"),
    ("180", .kilograms, "25x3 + 5", "180kg"), ("225", .pounds, "45 + 45", "225lb"),
    ("320", .pounds, "45x3 + 2.5", "320lb"),
  ])
  func `the usual plates make the heaviest weight up to the requested one`(
    number: String, unit: Weight.Unit, side: String, loaded: String
  ) throws {
    let loading = try #require(Bar.usual(in: unit).loading(for: weight(number, unit)))
    #expect(loading.sideText == side)
    #expect(loading.weight.text == loaded)
  }

  @Test(arguments: [
    ("20kg plates 25 20", "100", "20 + 20"), ("20kg plates 25x4 10", "165", "25 + 25 + 10 + 10"),
    ("20kg plates 25x2 20x2 5x2", "200", "25 + 20 + 5"), ("20kg plates 25x3", "120", "25"),
    ("10kg one-side plates 25x3 5", "80", "25 + 25 + 5x4"),
    ("20kg plates 2 3", "34", "3 + 2 + 2"), ("20kg plates 0.25", "20.5", "0.25"),
  ])
  func `limited and unusual plates are combined`(
    bar: String, number: String, side: String
  ) throws {
    #expect(try Bar(text: bar).loading(for: weight(number))?.sideText == side)
  }

  @Test func `no combination of the plates is nearer to a weight`() throws {
    for counts in [[1, 2, 3, 1], [2, 0, 1, 4], [3, 3, 0, 2]] {
      let kinds = zip([7, 5, 3, 2], counts).filter { $1 > 0 }
      let text = "20kg plates " + kinds.map { "\($0)x\(2 * $1)" }.joined(separator: " ")
      let sums = kinds.reduce(into: Set([0])) { sums, kind in
        sums = Set(sums.flatMap { sum in (0...kind.1).map { sum + kind.0 * $0 } })
      }
      for side in 0...40 {
        let loading = try #require(try Bar(text: text).loading(for: weight("\(20 + 2 * side)")))
        let best = try #require(sums.filter { $0 <= side }.max())
        #expect(loading.weight.mass == (try weight("\(20 + 2 * best)")).mass, "\(text): \(side)")
        #expect(loading.side.reduce(0) { $0 + $1.thousandths } == best * 1000)
        for (plate, count) in kinds {
          #expect(loading.side.count { $0.text == "\(plate)" } <= count)
        }
      }
    }
  }

  @Test func `a bar only loads weights in its unit that are at least its own`() throws {
    #expect(try Bar.usual(in: .kilograms).loading(for: weight("19.9")) == nil)
    #expect(try Bar.usual(in: .kilograms).loading(for: weight("100", .pounds)) == nil)
    #expect(try Bar.none.loading(for: weight("100")) == nil)
  }

  @Test(arguments: [
    ("100", Weight.Unit.kilograms, "25 + 15 each side, 20 kg bar" as String?),
    ("20", .kilograms, "the 20 kg bar alone"),
    ("101", .kilograms, "25 + 15 each side, 20 kg bar, which makes 100 kg"),
    ("225", .pounds, "45 + 45 each side, 45 lb bar"), ("19", .kilograms, nil),
    ("190", .kilograms, "25x3 + 10 each side, 20 kg bar"),
  ])
  func `the plates of a weight are described in words`(
    number: String, unit: Weight.Unit, words: String?
  ) throws {
    #expect(Bar.usual(in: unit).loading(for: try weight(number, unit))?.words == words)
  }

  @Test(arguments: [
    ("20kg", "20kg"), (" 20 KG  plates 5 10x4 ", "20kg plates 10x4 5"), ("NONE", "none"),
    ("10lb one-side", "10lb one-side"),
    ("7.5kg one-side plates 1.25", "7.5kg one-side plates 1.25"),
  ])
  func `a text has a canonical form`(text: String, canonical: String) throws {
    let bar = try Bar(text: text)
    #expect(bar.text == canonical)
    #expect(try Bar(text: canonical) == bar)
  }

  @Test(arguments: [
    ("", 1, "the weight of the bar"), ("20", 3, "the weight of the bar"),
    ("20kg plate 5", 12, "only one-side"), ("20kg plates", 12, "a plate is"),
    ("20kg plates 0.01", 13, "a plate is"), ("20kg plates 101", 13, "a plate is"),
    ("20kg plates 5x0", 13, "a plate is"), ("20kg plates 5x", 13, "a plate is"),
    ("20kg plates 5 5.0", 18, "each plate"), ("20kg plates 5kg", 14, "a plate is"),
    ("none plates 5", 1, "the weight of the bar"),
    ("20kg plates " + String(repeating: "5 ", count: 100), 1, "a bar has at most"),
  ])
  func `another text is refused with its column`(text: String, column: Int, problem: String) {
    let error = #expect(throws: TextError.self) { try Bar(text: text) }
    #expect(error?.column == column)
    #expect(error?.problem.hasPrefix(problem) == true, "\(error?.problem ?? "")")
  }

  @Test func `an exercise's bar precedes the person's, which precedes the usual one`() throws {
    var settings = Settings()
    var squat = ExerciseSettings()
    func bar(_ unit: Weight.Unit = .kilograms) -> String { settings.bar(of: squat, in: unit).text }
    #expect(bar() == "20kg plates 25 20 15 10 5 2.5 1.25")
    settings.bar = try Bar(text: "15kg")
    #expect(bar() == "15kg plates 25 20 15 10 5 2.5 1.25")
    #expect(bar(.pounds).hasPrefix("45lb plates 45"))
    settings.bar = try Bar(text: "15kg plates 10x4")
    squat.bar = try Bar(text: "10kg one-side")
    #expect(bar() == "10kg one-side plates 10x4")
    squat.bar = try Bar(text: "10kg plates 5")
    #expect(bar() == "10kg plates 5")
    squat.bar = Bar.none
    #expect(bar() == "none")
    #expect(bar(.pounds) == "none")
  }
}
