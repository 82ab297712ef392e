import Testing

@testable import Models

struct VariationScaleTests {
  @Test func `built-in scales are valid`() {
    let scales = VariationScale.standard
    #expect(scales.count >= 12)
    let names = scales.flatMap(\.variations)
    for name in names {
      // Each name is on one scale only, so that its position doesn't depend on the order of the file.
      #expect(scales.count { $0.index(of: name) != nil } == 1, "\(name)")
      #expect(Routine("\(name) 10")?.text == "\(name) 10", "\(name) needs no quotation marks")
    }
    #expect(Set(scales.map(\.exercise)).count == scales.count)
  }

  @Test(arguments: ["push-up", "Push-ups", "push up", "PUSHUPS"])
  func `an exercise is found in any spelling`(name: String) throws {
    let position = try #require(VariationScale.standard.position(of: name))
    #expect(position.scale.exercise == "push-up")
    #expect(position.variation == "push-up")
    #expect(position.neighbor(by: -1) == "knee push-up")
    #expect(position.neighbor(by: 1) == "decline push-up")
  }

  @Test(arguments: ["", "push", "row", "knee push-up push-up", "深蹲"])
  func `other names are on no scale`(name: String) {
    #expect(VariationScale.standard.position(of: name) == nil)
    #expect(VariationScale.standard.neighbor(of: name, by: 1) == nil)
  }

  @Test func `a scale has two ends`() {
    let scales = VariationScale.standard
    #expect(scales.neighbor(of: "wall push-up", by: -1) == nil)
    #expect(scales.neighbor(of: "one-arm push-up", by: 1) == nil)
    #expect(scales.neighbor(of: "push-up", by: .max) == nil)
    #expect(scales.neighbor(of: "push-up", by: .min) == nil)
    #expect(scales.neighbor(of: "wall push-up", by: 7) == "one-arm push-up")
  }

  @Test func `names are parsed`() throws {
    let scale = try VariationScale(exercise: " Push-up ", text: " knee push-up,push-up , 俯卧撑")
    #expect(scale.exercise == "Push-up")
    #expect(scale.variations == ["knee push-up", "push-up", "俯卧撑"])
    #expect(scale.index(of: "俯卧撑") == 2)
  }

  @Test(arguments: [
    ("", VariationScale.Violation.name), ("a, , b", .name), ("a, \"b\"", .name), ("a, --", .name),
    ("a", .count), ((0...16).map { "name\($0)" }.joined(separator: ","), .count),
    (String(repeating: "a", count: 1025), .count),
    ("\(String(repeating: "a", count: 49)), b", .name),
    ("dip, Dips", .duplicate("Dips")),
  ])
  func `invalid text is rejected`(text: String, violation: VariationScale.Violation) {
    #expect(throws: violation) { try VariationScale(exercise: "push-up", text: text) }
  }

  @Test func `a line of the file without a name is rejected`() {
    #expect(throws: VariationScale.Violation.name) {
      try VariationScale.scales(in: "knee push-up, push-up")
    }
  }
}
